// Chooses the kernels at run time: the best the machine has, or the one that was asked for.
#include <atomic>
#include <cstdlib>
#include <string>

#include "attention/kernels/kernel_table.hpp"
#include "attention/kernels/kernels.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope::kernels {
namespace {

std::vector<const KernelTable*> supported_tables() {
  std::vector<const KernelTable*> tables{&baseline_kernels};
#if defined(__x86_64__)
  const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (has_v3) tables.push_back(&v3_kernels);
  const bool has_v4 = has_v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512cd");
  if (has_v4) tables.push_back(&v4_kernels);
#endif
  return tables;
}

const KernelTable* find_table(std::string_view name, std::string_view asked_by) {
  std::string names;
  for (const KernelTable* table : supported_tables()) {
    if (table->name == name) return table;
    names += (names.empty() ? "" : ", ") + std::string(table->name);
  }
  throw Error(Error::Kind::usage, std::string(asked_by) + ": expected an instruction set of this machine (" +
                                      names + "), found '" + printable(name) + "'");
}

const KernelTable* first_choice() {
  const char* asked = std::getenv("ATTNSCOPE_ISA");
  if (asked && *asked != '\0') return find_table(asked, "ATTNSCOPE_ISA");
  return supported_tables().back();
}

std::atomic<const KernelTable*> chosen{nullptr};

}  // namespace

const KernelTable& kernel_table() {
  const KernelTable* table = chosen.load(std::memory_order_acquire);
  if (!table) {
    // Two threads that come here at once choose the same.
    table = first_choice();
    chosen.store(table, std::memory_order_release);
  }
  return *table;
}

std::string_view instruction_set() {
  return kernel_table().name;
}

std::vector<std::string_view> supported_instruction_sets() {
  std::vector<std::string_view> names;
  for (const KernelTable* table : supported_tables()) names.emplace_back(table->name);
  return names;
}

void use_instruction_set(std::string_view name) {
  chosen.store(find_table(name, "instruction set"), std::memory_order_release);
}

}  // namespace attnscope::kernels
