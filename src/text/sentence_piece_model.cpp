#include "text/sentence_piece_model.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/protocol_buffer.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {
namespace {

using Model = SentencePieceModel;

// Field numbers of sentencepiece_model.proto.
enum ModelField : std::uint32_t { pieces = 1, trainer = 2, normaliser = 3 };
enum PieceField : std::uint32_t { piece_text = 1, piece_score = 2, piece_type = 3 };
enum TrainerField : std::uint32_t {
  model_type = 3,
  treat_whitespace_as_suffix = 24,
  byte_fallback = 35,
  start_piece = 46,
  end_piece = 47
};
enum NormaliserField : std::uint32_t {
  precompiled_charsmap = 2,
  add_dummy_prefix = 3,
  remove_extra_whitespaces = 4,
  escape_whitespaces = 5
};

void read_piece(ProtocolBuffer fields, Model& model, const std::string& name) {
  const std::string where = name + ": piece " + std::to_string(model.pieces.size());
  std::string text;
  float score = 0.0F;
  std::uint64_t type = 1;
  while (fields.next()) {
    if (fields.field() == piece_text) text = fields.bytes();
    if (fields.field() == piece_score) score = fields.real();
    if (fields.field() == piece_type) type = fields.number();
  }
  if (text.empty()) throw Error(Error::Kind::input, where + " is empty");
  if (find_invalid_utf8(text) != std::string::npos) throw Error(Error::Kind::input, where + " is not UTF-8");
  if (!std::isfinite(score)) throw Error(Error::Kind::input, where + ": its score is not finite");
  if (type < 1 || type > 6) {
    throw Error(Error::Kind::input, where + ": type " + std::to_string(type) + ", expected 1 to 6");
  }
  model.pieces.push_back(std::move(text));
  model.scores.push_back(score);
  model.types.push_back(static_cast<Model::Type>(type));
}

void read_trainer(ProtocolBuffer fields, Model& model, const std::string& name) {
  while (fields.next()) {
    switch (fields.field()) {
      case model_type:
        if (fields.number() != 1 && fields.number() != 2) {
          throw Error(Error::Kind::unsupported, name + ": model type " + std::to_string(fields.number()) +
                                                    " (known: 1 unigram, 2 BPE)");
        }
        model.kind = static_cast<Model::Kind>(fields.number());
        break;
      case treat_whitespace_as_suffix:
        model.has_space_after = fields.flag();
        break;
      case byte_fallback:
        model.falls_back_to_bytes = fields.flag();
        break;
      case start_piece:
        model.start_piece = fields.bytes();
        break;
      case end_piece:
        model.end_piece = fields.bytes();
        break;
      default:
        break;
    }
  }
}

void read_normaliser(ProtocolBuffer fields, Model& model) {
  while (fields.next()) {
    switch (fields.field()) {
      case precompiled_charsmap:
        model.character_map = fields.bytes();
        break;
      case add_dummy_prefix:
        model.adds_space = fields.flag();
        break;
      case remove_extra_whitespaces:
        model.removes_extra_spaces = fields.flag();
        break;
      case escape_whitespaces:
        model.escapes_spaces = fields.flag();
        break;
      default:
        break;
    }
  }
}

void check(const Model& model, const std::string& name) {
  if (model.pieces.empty()) throw Error(Error::Kind::input, name + ": not a SentencePiece model (no pieces)");
  const auto unknown = std::count(model.types.begin(), model.types.end(), Model::Type::unknown);
  if (unknown != 1) {
    throw Error(Error::Kind::input,
                name + ": expected one piece of type unknown, found " + std::to_string(unknown));
  }
  std::unordered_set<std::string_view> seen;
  for (const std::string& piece : model.pieces) {
    if (!seen.insert(piece).second) {
      throw Error(Error::Kind::input, name + ": piece '" + printable(piece, 60) + "' appears twice");
    }
  }
}

}  // namespace

Index SentencePieceModel::control_id(std::string_view piece) const {
  for (std::size_t id = 0; id < pieces.size(); ++id) {
    if (types[id] == Type::control && pieces[id] == piece) return static_cast<Index>(id);
  }
  return -1;
}

Index SentencePieceModel::unknown_id() const {
  return std::find(types.begin(), types.end(), Type::unknown) - types.begin();
}

SentencePieceModel read_sentence_piece_model(std::string_view bytes, const std::string& name) {
  Model model;
  ProtocolBuffer fields(bytes, name);
  while (fields.next()) {
    if (fields.field() == pieces) read_piece({fields.bytes(), name}, model, name);
    if (fields.field() == trainer) read_trainer({fields.bytes(), name}, model, name);
    if (fields.field() == normaliser) read_normaliser({fields.bytes(), name}, model);
  }
  check(model, name);
  return model;
}

}  // namespace attnscope
