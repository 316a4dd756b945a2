// Locality-sensitive hashing: query and key meet where they fall into the same bucket in one of the rounds,
// by the nearest of random directions and their opposites.
//
//   h(x) = argmax [xR; -xR]
#include <string>
#include <vector>

#include "attention/by_pair.hpp"
#include "attention/hashing.hpp"

namespace attnscope {
namespace {

class HashBuckets final : public Pattern {
 public:
  HashBuckets(Index buckets, Index rounds) : buckets_(buckets), rounds_(rounds) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    std::vector<std::vector<Index>> of_queries;
    std::vector<std::vector<Index>> of_keys;
    for (Index round = 0; round < rounds_; ++round) {
      const ConstMatrixView directions = hash_directions(head, round, buckets_);
      of_queries.push_back(hash_rows(head.q, directions));
      of_keys.push_back(hash_rows(head.k, directions));
    }
    return mask_by_pair(
        head, [of_queries = std::move(of_queries), of_keys = std::move(of_keys)](Index query, Index key) {
          if (query == key) return true;  // Q and K may hash apart, and no row may be empty
          for (std::size_t round = 0; round < of_keys.size(); ++round) {
            if (of_queries[round][static_cast<std::size_t>(query)] ==
                of_keys[round][static_cast<std::size_t>(key)]) {
              return true;
            }
          }
          return false;
        });
  }

 private:
  Index buckets_;
  Index rounds_;
};

const Registered<Pattern> registered{
    {{
         .name = "hash-buckets",
         .summary = "query and key meet where they hash into the same bucket",
         .paper = "Kitaev, Kaiser & Levskaya 2020, Reformer: the efficient transformer",
         .formula = "h(q) = h(k), h(x) = argmax [xR; -xR], R the parameter hash.R.ROUND",
         .cost = "n²d/buckets",
         .settings = {{.name = "buckets",
                       .fallback = "8",
                       .least = 2,
                       .most = 65536,
                       .meaning = "rounded up to even"},
                      {.name = "rounds",
                       .fallback = "1",
                       .least = 1,
                       .most = 1024,
                       .meaning = "hash functions, any of which may match"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<HashBuckets>(settings.integer("buckets"), settings.integer("rounds"));
     }}};

}  // namespace
}  // namespace attnscope
