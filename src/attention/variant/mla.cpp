// Keys are unpacked from a small latent vector that all heads share, and one rotary key stands beside it.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "mla",
         .summary = "keys unpacked from a latent vector that all heads share",
         .paper =
             "DeepSeek-AI 2024, DeepSeek-V2: a strong, economical, and efficient mixture-of-experts model",
         .formula = "S = (q·Wu·rms(Wd·x) + rot(Wa·q)·rot(Wb·x))/√(d+r)",
         .cost = "n²(d+r)",
         .settings = {{.name = "size",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .meaning = "numbers in a latent vector"},
                      {.name = "rotary",
                       .fallback = "64",
                       .most = 65536,
                       .meaning = "size r of the rotary part; 0 leaves it out"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "latent:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
