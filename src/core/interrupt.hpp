// Ctrl-C: a flag that long work looks at between units.
#pragma once

namespace attnscope {

/// Sets the flag on SIGINT and SIGTERM from here on.
void watch_for_interrupt();
bool interrupt_requested();
/// Throws: Error(interrupted) once the flag is set.
void throw_if_interrupted();

}  // namespace attnscope
