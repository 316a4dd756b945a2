// From arrays of any format to maps: which arrays, which axes, which labels.
#include "export/readers/given_maps.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "attention/kernels/kernels.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "export/readers/array_format.hpp"
#include "export/readers/own_json.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

/// "weights_3" of attnscope's own npz: kind and number of the text.
struct OwnArray {
  std::string name;
  std::string kind;
  Index text = 0;
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> own_prefixes{
    {{"weights_", "self"},
     {"encoder_weights_", "self"},
     {"decoder_weights_", "decoder"},
     {"cross_weights_", "cross"}}};

/// The arrays of attnscope's own npz by text and kind; none when the file is another's.
std::vector<OwnArray> own_arrays(const ArrayFile& file) {
  std::vector<OwnArray> arrays;
  for (const ArrayFile::Entry& entry : file.entries()) {
    for (std::size_t order = 0; order < own_prefixes.size(); ++order) {
      const auto [prefix, kind] = own_prefixes[order];
      if (entry.is_text || !entry.name.starts_with(prefix)) continue;
      Index text = 0;
      const char* const end = entry.name.data() + entry.name.size();
      const auto [stop, fault] = std::from_chars(entry.name.data() + prefix.size(), end, text);
      if (fault == std::errc() && stop == end && text >= 0)
        arrays.push_back({entry.name, std::string(kind), text});
    }
  }
  std::stable_sort(arrays.begin(), arrays.end(),
                   [](const OwnArray& a, const OwnArray& b) { return a.text < b.text; });
  return arrays;
}

std::string list_text(std::span<const Index> shape) {
  std::string text = "[";
  for (const Index size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

/// Layers, heads, queries, keys; axes that the array has not are 1.
std::array<Index, 4> axes_of(std::vector<Index> shape, const std::string& what) {
  const std::vector<Index> found = shape;
  if (shape.size() == 5 && shape[1] == 1) shape.erase(shape.begin() + 1);  // layers, a batch of one, heads, …
  if (shape.size() < 2 || shape.size() > 4) {
    throw Error(Error::Kind::input,
                what +
                    ": expected [queries, keys], [heads, queries, keys] or [layers, heads, queries, "
                    "keys], found " +
                    list_text(found));
  }
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    throw Error(Error::Kind::input, what + ": an axis of length 0 in " + list_text(found));
  }
  std::array<Index, 4> axes{1, 1, 1, 1};
  std::copy(shape.rbegin(), shape.rend(), axes.rbegin());
  return axes;
}

void append_maps(GivenMaps& given, const FloatArray& array, const std::string& kind,
                 const std::string& what) {
  const auto [layers, heads, queries, keys] = axes_of(array.shape, what);
  given.layers = std::max(given.layers, layers);
  given.heads = std::max(given.heads, heads);
  given.has_layers = given.has_layers || array.shape.size() >= 4;
  const float* next = array.numbers.data();
  for (Index layer = 0; layer < layers; ++layer) {
    for (Index head = 0; head < heads; ++head, next += queries * keys) {
      GivenMap one{.map = {}, .kind = kind};
      one.map.layer = layer;
      one.map.head = head;
      one.map.weights = Matrix(ConstMatrixView(next, queries, keys));
      given.maps.push_back(std::move(one));
    }
  }
}

std::vector<Token> tokens_of(const std::vector<std::string>& labels) {
  std::vector<Token> tokens;
  for (std::size_t place = 0; place < labels.size(); ++place) {
    tokens.push_back({.text = labels[place],
                      .label = labels[place],
                      .id = static_cast<Index>(place),
                      .word = static_cast<Index>(place)});
  }
  return tokens;
}

std::vector<std::string> numbered(Index count) {
  std::vector<std::string> labels;
  for (Index place = 0; place < count; ++place) labels.push_back(std::to_string(place));
  return labels;
}

/// The first of the lists of texts that the file has under one of these names.
std::vector<std::string> labels_in(const ArrayFile& file, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const ArrayFile::Entry& entry : file.entries()) {
      if (entry.is_text && entry.name == name) return file.texts(entry.name);
    }
  }
  return {};
}

void set_labels(GivenMaps& given, std::vector<std::string> queries, std::vector<std::string> keys,
                const std::string& what) {
  const Matrix& first = given.maps.front().map.weights;
  for (const GivenMap& one : given.maps) {
    const Matrix& other = one.map.weights;
    if (one.kind == given.maps.front().kind &&
        (other.rows() != first.rows() || other.cols() != first.cols())) {
      throw Error(Error::Kind::input, what + ": maps of different sizes");
    }
  }
  const bool is_square = first.rows() == first.cols();
  if (keys.empty() && is_square) keys = queries;
  if (queries.empty()) queries = numbered(first.rows());
  if (keys.empty()) keys = numbered(first.cols());
  const auto check = [&](const std::vector<std::string>& labels, Index size, const std::string& side) {
    if (static_cast<Index>(labels.size()) == size) return;
    throw Error(Error::Kind::input, what + ": " + std::to_string(labels.size()) + side + " given for a " +
                                        std::to_string(first.rows()) + " × " + std::to_string(first.cols()) +
                                        " matrix");
  };
  check(queries, first.rows(), is_square ? " tokens" : " query tokens");
  check(keys, first.cols(), is_square ? " tokens" : " key tokens");
  given.queries.tokens = tokens_of(queries);
  if (keys != queries) given.keys = TokenizedText{.text = {}, .tokens = tokens_of(keys)};
}

GivenMaps maps_of(const ArrayFile& file, std::span<const OwnArray> arrays, const GivenMapsOptions& options,
                  const std::string& what) {
  GivenMaps given;
  for (const OwnArray& array : arrays) {
    const std::string place = what + (array.name.empty() ? "" : ": '" + printable(array.name) + "'");
    append_maps(given, file.numbers(array.name), array.kind, place);
  }
  std::vector<std::string> queries = options.query_labels;
  std::vector<std::string> keys = options.key_labels;
  if (queries.empty()) queries = labels_in(file, {"query_tokens", "tokens", "labels", "left_text"});
  if (keys.empty()) keys = labels_in(file, {"key_tokens", "right_text"});
  set_labels(given, std::move(queries), std::move(keys), what);
  return given;
}

void apply_softmax(GivenMaps& given) {
  for (GivenMap& one : given.maps) kernels::softmax_rows(one.map.weights.view());
}

std::vector<GivenMaps> read_own(const Path& path, JsonTree tree, const GivenMapsOptions& options) {
  const std::string what = shown_path(path);
  GivenMaps given = read_own_json(std::move(tree), what);
  if (given.maps.empty()) throw Error(Error::Kind::input, what + ": no maps in this file");
  if (!options.query_labels.empty()) given.queries.tokens = tokens_of(options.query_labels);
  if (!options.key_labels.empty())
    given.keys = TokenizedText{.text = {}, .tokens = tokens_of(options.key_labels)};
  for (const GivenMap& one : given.maps) {
    const TokenizedText& keys = given.keys ? *given.keys : given.queries;
    if (one.map.weights.rows() != given.queries.size() || one.map.weights.cols() != keys.size()) {
      throw Error(Error::Kind::input, what + ": " + std::to_string(given.queries.size()) +
                                          " tokens given for a " + std::to_string(one.map.weights.rows()) +
                                          " × " + std::to_string(one.map.weights.cols()) + " matrix");
    }
  }
  given.name = path.filename().string();
  std::vector<GivenMaps> texts;
  texts.push_back(std::move(given));
  return texts;
}

/// The whole document when the file is attnscope's own JSON.
std::optional<JsonTree> own_document(const Path& path) {
  std::string start;
  {
    const InputFile file(path);
    start = first_bytes(file, 256);
  }
  if (start.find("\"attnscope-attention\"") == std::string::npos) return std::nullopt;
  JsonTree tree = read_json_tree(read_text(path), shown_path(path));
  return is_own_json(tree) ? std::optional(std::move(tree)) : std::nullopt;
}

}  // namespace

std::vector<GivenMaps> read_maps(const Path& path, const GivenMapsOptions& options) {
  const std::string what = shown_path(path);
  if (auto tree = own_document(path)) return read_own(path, std::move(*tree), options);

  const auto file = open_arrays(path);
  std::vector<OwnArray> arrays = own_arrays(*file);
  if (!options.array.empty() || arrays.empty()) {
    arrays = {{choose_array(*file, options.array, path), "self", 0}};
  }
  std::vector<GivenMaps> texts;
  for (std::size_t first = 0; first < arrays.size();) {
    std::size_t end = first;
    while (end < arrays.size() && arrays[end].text == arrays[first].text) ++end;
    GivenMaps given = maps_of(*file, std::span(arrays).subspan(first, end - first), options, what);
    given.name = path.filename().string();
    if (end - first < arrays.size()) given.name += ", text " + std::to_string(arrays[first].text);
    if (options.values == GivenMapsOptions::Values::scores) apply_softmax(given);
    judge_values(given, what);
    texts.push_back(std::move(given));
    first = end;
  }
  return texts;
}

}  // namespace attnscope
