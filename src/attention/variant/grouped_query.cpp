// Heads in groups share a key: the mean of the keys of the group.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "grouped-query",
         .summary = "heads in groups share a key",
         .paper = "Ainslie et al. 2023, GQA: training generalized multi-query transformer models",
         .formula = "k[h] ← mean of k over the group of h",
         .cost = "n²d; the cache shrinks to groups/H",
         .settings = {{.name = "groups",
                       .fallback = "2",
                       .least = 1,
                       .most = 65536,
                       .unit = "groups",
                       .meaning = "key heads"},
                      {.name = "members",
                       .type = Setting::Type::text,
                       .fallback = "neighbours",
                       .meaning = "which heads share: neighbouring ones, or every groups-th",
                       .choices = {"neighbours", "tiled"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.encoding = "grouped-keys:" + settings.to_text()});
     }}};

}  // namespace
}  // namespace attnscope
