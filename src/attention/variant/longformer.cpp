// A band for all tokens, and global tokens that see all, are seen by all and ask through projections of
// their own.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "longformer",
         .summary = "a band, and global tokens with projections of their own",
         .paper = "Beltagy, Peters & Cohan 2020, Longformer: the long-document transformer",
         .formula = "|i-j| ≤ window/2, or i ∈ G, or j ∈ G",
         .cost = "n(window+g)d",
         .settings = {{.name = "window",
                       .fallback = "512",
                       .least = 0,
                       .most = 2e6,
                       .unit = "tokens",
                       .meaning = "keys of the band, half to each side"},
                      {.name = "tokens",
                       .type = Setting::Type::integers,
                       .fallback = "0",
                       .meaning = "positions of the global tokens G"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       const std::string side = std::to_string(settings.integer("window") / 2);
       const std::string& tokens = settings.text("tokens");
       return variant_of({.similarity = "global-projections:tokens=" + tokens,
                          .pattern = "band:radius=" + side + "+global:tokens=" + tokens,
                          .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
