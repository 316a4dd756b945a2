// Unigram: of all ways to cut the text into pieces, the one with the greatest sum of scores (Viterbi).
#include "text/piece_model/unigram.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/utf8.hpp"
#include "text/piece_model/byte_pairs.hpp"
#include "text/prefix_index.hpp"

namespace attnscope {
namespace {

constexpr double unknown_penalty = 10.0;  // below the lowest score of the vocabulary

class Unigram final : public PieceModel {
 public:
  explicit Unigram(UnigramParts parts) : parts_(std::move(parts)), prefixes_(parts_.vocabulary) {
    double least = std::numeric_limits<double>::infinity();
    for (const double score : parts_.scores) least = std::min(least, score);
    unknown_score_ = least - unknown_penalty;
  }

  std::vector<Piece> split(std::string_view word) const override {
    std::vector<Piece> pieces;
    for (Piece& piece : joined_unknown(best_path(word))) {
      if (piece.is_unknown) {
        const Index id = parts_.vocabulary.find(word.substr(piece.first, piece.count));
        if (id >= 0) piece = {.id = id, .first = piece.first, .count = piece.count};
      }
      if (piece.is_unknown && parts_.falls_back_to_bytes && add_bytes(word, piece, pieces)) continue;
      pieces.push_back(piece);
    }
    return pieces;
  }

  Index vocabulary_size() const override { return parts_.vocabulary.size(); }
  std::string_view piece(Index id) const override { return parts_.vocabulary.piece(id); }
  Index find(std::string_view piece) const override { return parts_.vocabulary.find(piece); }
  std::string describe() const override {
    return "Unigram of " + std::to_string(parts_.vocabulary.size()) + " pieces";
  }

 private:
  /// The best way to cut the text up to a place: its last piece and the sum of scores.
  struct Step {
    Index id = -1;
    std::size_t begin = 0;
    double score = 0.0;
    bool is_reached = false;
  };

  std::vector<Piece> best_path(std::string_view word) const {
    std::vector<Step> steps(word.size() + 1);
    for (std::size_t place = 0; place < word.size();) {
      const std::size_t start = place;
      next_code_point(word, place);
      const std::size_t character = place - start;
      const double before = steps[start].score;
      const auto offer = [&](Index id, std::size_t length, double score) {
        Step& step = steps[start + length];
        const double sum = sum_of(before, score);
        if (!step.is_reached || sum > step.score) step = {id, start, sum, true};
      };
      bool has_character = false;
      prefixes_.each_prefix(word.substr(start), [&](Index id, std::size_t length) {
        offer(id, length, parts_.scores[static_cast<std::size_t>(id)]);
        has_character = has_character || length == character;
      });
      if (!has_character) {
        if (parts_.unknown < 0) refuse_unknown_text(word.substr(start, character));
        offer(parts_.unknown, character, unknown_score_);
      }
    }
    std::vector<Piece> pieces;
    for (std::size_t end = word.size(); end > 0; end = steps[end].begin) {
      const Step& step = steps[end];
      pieces.push_back({.id = step.id,
                        .first = step.begin,
                        .count = end - step.begin,
                        .is_unknown = step.id == parts_.unknown});
    }
    std::reverse(pieces.begin(), pieces.end());
    return pieces;
  }

  double sum_of(double before, double score) const {
    if (!parts_.sums_in_single) return before + score;
    return static_cast<double>(static_cast<float>(before) + static_cast<float>(score));
  }

  [[noreturn]] static void refuse_unknown_text(std::string_view text) {
    throw Error(Error::Kind::input,
                "'" + printable(text) + "' is not in the vocabulary, and the tokenizer has no unknown token");
  }

  /// A run of unknown pieces is one.
  std::vector<Piece> joined_unknown(const std::vector<Piece>& pieces) const {
    std::vector<Piece> joined;
    for (const Piece& piece : pieces) {
      if (piece.is_unknown && !joined.empty() && joined.back().is_unknown) {
        joined.back().count += piece.count;
      } else {
        joined.push_back(piece);
      }
    }
    return joined;
  }

  /// False, and nothing added, when the vocabulary lacks one of the bytes.
  bool add_bytes(std::string_view word, const Piece& unknown, std::vector<Piece>& pieces) const {
    std::vector<Piece> bytes;
    for (const char byte : word.substr(unknown.first, unknown.count)) {
      const Index id = parts_.vocabulary.find(byte_piece(static_cast<unsigned char>(byte)));
      if (id < 0) return false;
      bytes.push_back({.id = id, .first = unknown.first, .count = unknown.count});
    }
    pieces.insert(pieces.end(), bytes.begin(), bytes.end());
    return true;
  }

  UnigramParts parts_;
  PrefixIndex prefixes_;
  double unknown_score_ = 0.0;
};

const RegisteredPart<PieceModel> registered{
    "Unigram", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PieceModel> {
      const JsonNode& list = node.at("vocab", where);
      if (!list.is_array()) {
        throw Error(Error::Kind::input,
                    where + ".vocab: expected an array of [piece, score], found " + list.describe());
      }
      std::vector<std::string> pieces;
      UnigramParts parts;
      for (std::size_t index = 0; index < list.items().size(); ++index) {
        const auto place = [&] { return where + ".vocab[" + std::to_string(index) + "]"; };
        const auto& pair = list.items()[index].items();
        if (pair.size() != 2 || !pair[0].is_text() || pair[1].number() == nullptr) {
          throw Error(Error::Kind::input, place() + ": expected [piece, score]");
        }
        pieces.push_back(pair[0].text(where));
        parts.scores.push_back(pair[1].number()->value);
      }
      parts.vocabulary = Vocabulary(std::move(pieces), where + ".vocab");
      if (node.find("unk_id") != nullptr) {
        parts.unknown = node.whole_or("unk_id", 0, 0, std::max<Index>(parts.vocabulary.size() - 1, 0), where);
      }
      parts.falls_back_to_bytes = node.flag_or("byte_fallback", false, where);
      if (parts.vocabulary.size() == 0) throw Error(Error::Kind::input, where + ".vocab: no pieces");
      return make_unigram(std::move(parts));
    }};

}  // namespace

std::unique_ptr<const PieceModel> make_unigram(UnigramParts parts) {
  return std::make_unique<Unigram>(std::move(parts));
}

}  // namespace attnscope
