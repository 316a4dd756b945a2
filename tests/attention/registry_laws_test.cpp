// Laws that every entry of every family keeps, whatever it does.
#include <algorithm>
#include <cctype>
#include <set>

#include "attention/recipe.hpp"
#include "core/registry.hpp"
#include "support/catch.hpp"

using namespace attnscope;

TEST_CASE("names are lower case with hyphens and unique in their family", "[laws]") {
  for (const Family& family : families()) {
    std::set<std::string_view> seen;
    for (const EntryInfo* entry : family.entries()) {
      CAPTURE(family.name, entry->name);
      CHECK(seen.insert(entry->name).second);
      CHECK_FALSE(entry->name.empty());
      CHECK(std::all_of(entry->name.begin(), entry->name.end(), [](unsigned char letter) {
        return std::islower(letter) != 0 || std::isdigit(letter) != 0 || letter == '-';
      }));
    }
  }
}

TEST_CASE("every entry says in one line what it is and where it comes from", "[laws]") {
  for (const Family& family : families()) {
    for (const EntryInfo* entry : family.entries()) {
      CAPTURE(family.name, entry->name);
      CHECK(entry->summary.size() > 5);
      CHECK(entry->summary.size() < 100);
      CHECK_FALSE(entry->summary.ends_with('.'));
      CHECK_FALSE(entry->paper.empty());
      for (const Setting& setting : entry->settings) {
        CAPTURE(setting.name);
        CHECK_FALSE(setting.meaning.empty());
      }
    }
  }
}

TEST_CASE("settings survive from text to settings and back", "[laws]") {
  for (const Family& family : families()) {
    for (const EntryInfo* entry : family.entries()) {
      CAPTURE(family.name, entry->name);
      const Settings defaults(entry->name, entry->settings, "");
      const std::string text = defaults.to_text();
      CHECK(Settings(entry->name, entry->settings, text).to_text() == text);
    }
  }
}

TEMPLATE_TEST_CASE("every stage makes itself with its defaults", "[laws]", Encoding, Similarity, Mixer, Prior,
                   Cap, Pattern, Normaliser, Approximator, Variant) {
  for (const auto& entry : Registry<TestType>::instance().entries()) {
    CAPTURE(entry.name);
    CHECK(choose<TestType>(entry.name).stage != nullptr);
  }
}
