// A query sees the keys of its own document (or segment, or sentence), as the text's documents say.
#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Document final : public Pattern {
 public:
  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head, [head](Index query, Index key) {
      return head.query_document(query) == head.key_document(key);
    });
  }
};

const Registered<Pattern> registered{
    {{
         .name = "document",
         .summary = "a query sees the keys of its own document",
         .paper = "Raffel et al. 2020, packed examples of T5",
         .formula = "document(i) = document(j)",
         .cost = "n²d/documents",
     },
     [](const Settings&) -> std::unique_ptr<const Pattern> { return std::make_unique<Document>(); }}};

}  // namespace
}  // namespace attnscope
