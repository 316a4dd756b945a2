// The registry: a variant is one file that ends in one `Registered<Interface>` constant.
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/settings.hpp"

namespace attnscope {

/// What the program tells of a variant without making it.
struct EntryInfo {
  std::string_view name;       ///< as a user types it: lower case, hyphens
  std::string_view summary;    ///< one line, no full stop
  std::string_view paper;      ///< authors, year and title, or the program that it comes from
  std::string_view formula = {};  ///< plain text, as in the paper
  std::string_view cost = {};     ///< time for n queries and keys of size d, such as "n²d"
  std::vector<Setting> settings = {};
};

/// A registered variant: what to tell of it, and how to make it.
template <typename Interface>
struct Entry : EntryInfo {
  std::unique_ptr<const Interface> (*make)(const Settings& settings) = nullptr;
};

/// A family as the commands `list` and `explain` see it.
struct Family {
  std::string_view name;
  std::vector<const EntryInfo*> (*entries)();
};

/// Every family that has an entry, by name.
std::vector<Family> families();
void add_family(const Family& family);

/// Splits "name:key=value" into its two parts; the second is empty where there is no colon.
std::pair<std::string_view, std::string_view> split_choice(std::string_view typed);

/// Throws Error(usage) that names the family, what was typed and the nearest known name.
[[noreturn]] void refuse_unknown(std::string_view family, std::string_view typed,
                                 const std::vector<std::string_view>& known);

/// All variants of one interface, by name. `Interface::family` is the singular name of the family.
template <typename Interface>
class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(Entry<Interface> entry) {
    const auto place = std::lower_bound(entries_.begin(), entries_.end(), entry.name,
                                        [](const auto& have, std::string_view name) { return have.name < name; });
    assert((place == entries_.end() || place->name != entry.name) && "two variants with one name");
    entries_.insert(place, std::move(entry));
  }

  const std::vector<Entry<Interface>>& entries() const { return entries_; }

  /// Null when there is none of that name.
  const Entry<Interface>* find(std::string_view name) const {
    const auto place = std::lower_bound(entries_.begin(), entries_.end(), name,
                                        [](const auto& have, std::string_view wanted) { return have.name < wanted; });
    return place != entries_.end() && place->name == name ? &*place : nullptr;
  }

  /// Throws: Error(usage) that names the nearest variant.
  const Entry<Interface>& at(std::string_view name) const {
    if (const auto* entry = find(name)) return *entry;
    std::vector<std::string_view> known;
    for (const auto& entry : entries_) known.push_back(entry.name);
    refuse_unknown(Interface::family, name, known);
  }

  /// Makes the variant that `typed` ("name:key=value,…") asks for.
  /// Throws: Error(usage) for an unknown name or setting.
  std::unique_ptr<const Interface> make(std::string_view typed) const {
    const auto [name, values] = split_choice(typed);
    const Entry<Interface>& entry = at(name);
    return entry.make(Settings(name, entry.settings, values));
  }

 private:
  Registry() {
    add_family({Interface::family, [] {
                  std::vector<const EntryInfo*> infos;
                  for (const auto& entry : instance().entries()) infos.push_back(&entry);
                  return infos;
                }});
  }
  std::vector<Entry<Interface>> entries_;
};

/// Defined once, last, in an anonymous namespace of each variant's file.
template <typename Interface>
struct Registered {
  explicit Registered(Entry<Interface> entry) { Registry<Interface>::instance().add(std::move(entry)); }
};

}  // namespace attnscope
