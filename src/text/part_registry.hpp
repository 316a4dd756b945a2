// Parts of a tokenizer.json by their "type": one file each, registered by one constant.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"

namespace attnscope {

/// The parts of one kind. `Part::kind` is the key of tokenizer.json that they stand under.
template <typename Part>
class PartRegistry {
 public:
  using Make = std::unique_ptr<const Part> (*)(const JsonNode& node, const std::string& where);

  static PartRegistry& instance() {
    static PartRegistry registry;
    return registry;
  }
  void add(std::string_view type, Make maker) { makers_.emplace(type, maker); }

  /// The part that `node` describes; `where` names the node in errors.
  /// Throws: Error(input) for a broken node, Error(unsupported) for a type that is not registered.
  std::unique_ptr<const Part> make(const JsonNode& node, const std::string& where) const {
    return make(node.at("type", where).text(where + ".type"), node, where);
  }
  /// The same for a type that is known otherwise.
  std::unique_ptr<const Part> make(std::string_view type, const JsonNode& node,
                                   const std::string& where) const {
    const auto found = makers_.find(type);
    if (found != makers_.end()) return found->second(node, where);
    std::string known;
    for (const auto& [name, maker] : makers_) known += (known.empty() ? "" : ", ") + std::string(name);
    throw Error(Error::Kind::unsupported,
                where + ".type '" + printable(type, 60) + "' (known: " + known + ")");
  }

 private:
  PartRegistry() = default;
  std::map<std::string_view, Make> makers_;
};

/// Defined once, last, in an anonymous namespace of each part's file.
template <typename Part>
struct RegisteredPart {
  RegisteredPart(std::string_view type, typename PartRegistry<Part>::Make make) {
    PartRegistry<Part>::instance().add(type, make);
  }
};

}  // namespace attnscope
