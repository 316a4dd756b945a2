// AFT: one map for each channel c, from that channel of the keys and a learned bias for each pair of
// positions:
//
//   S(i, j) = k(j, c) + u(i)·v(j)
#include "attention/by_pair.hpp"
#include "attention/similarity/learned_length.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class AttentionFree final : public Similarity {
 public:
  AttentionFree(Index channel, Index longest, Index rank)
      : channel_(channel), longest_(longest), rank_(rank) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    require_learned_length("attention-free", head, longest_);
    if (channel_ >= head.k.cols) {
      throw Error(Error::Kind::usage, "similarity attention-free: setting 'channel': expected less than " +
                                          std::to_string(head.k.cols) + ", found " +
                                          std::to_string(channel_));
    }
    const Fallback fallback{.spread = 0.1};
    const ConstMatrixView left = head.parameter("aft.u", longest_, rank_, fallback);
    const ConstMatrixView right = head.parameter("aft.v", longest_, rank_, fallback);
    return term_by_pair([k = head.k, left, right, channel = channel_](Index query, Index key) {
      return static_cast<double>(k(key, channel)) + dot(left.row(query), right.row(key));
    });
  }
  bool is_position_free() const override { return false; }

 private:
  Index channel_;
  Index longest_;  // tokens
  Index rank_;
};

const Registered<Similarity> registered{
    {{
         .name = "attention-free",
         .summary = "a map for each channel from keys and positions, queries are not read (AFT)",
         .paper = "Zhai et al. 2021, An attention free transformer",
         .formula = "S = k[j, c] + u[i]·v[j], parameters aft.u, .v",
         .cost = "n²d",
         .settings = {{.name = "channel",
                       .fallback = "0",
                       .most = 65536,
                       .meaning = "c: the dimension of the head whose map is shown"},
                      {.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "rows of both tables: the longest text"},
                      {.name = "rank",
                       .fallback = "128",
                       .least = 1,
                       .most = 4096,
                       .meaning = "columns of both tables"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<AttentionFree>(settings.integer("channel"), settings.integer("longest"),
                                              settings.integer("rank"));
     }}};

}  // namespace
}  // namespace attnscope
