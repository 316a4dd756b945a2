// From arrays of any format to maps: which arrays, which axes, which labels.
#include "export/readers/given_maps.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

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

/// The numbers that attnscope's own npz stores for an axis; 0, 1, … where there are none that fit.
std::vector<Index> numbers_of_axis(const ArrayFile& file, const std::string& name, Index size) {
  std::vector<Index> numbers;
  for (const ArrayFile::Entry& entry : file.entries()) {
    if (entry.name != name || entry.is_text || entry.shape != std::vector<Index>{size}) continue;
    for (const float number : file.numbers(name).numbers) {
      constexpr float most = 1e6F;
      if (number >= 0.0F && number <= most) numbers.push_back(static_cast<Index>(number));
    }
  }
  if (static_cast<Index>(numbers.size()) == size) return numbers;
  numbers.resize(static_cast<std::size_t>(size));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

void append_maps(GivenMaps& given, const ArrayFile& file, const OwnArray& own, const std::string& what) {
  const FloatArray array = file.numbers(own.name);
  const auto [layers, heads, queries, keys] = axes_of(array.shape, what);
  const bool has_layers = array.shape.size() >= 4;
  const std::vector<Index> layer_numbers = numbers_of_axis(file, has_layers ? "layers" : "", layers);
  const std::vector<Index> head_numbers = numbers_of_axis(file, "heads", heads);
  given.has_layers = given.has_layers || has_layers;
  const float* next = array.numbers.data();
  for (const Index layer : layer_numbers) {
    for (const Index head : head_numbers) {
      GivenMap one{.map = {}, .kind = own.kind};
      one.map.layer = layer;
      one.map.head = head;
      one.map.weights = Matrix(ConstMatrixView(next, queries, keys));
      given.maps.push_back(std::move(one));
      given.layers = std::max(given.layers, layer + 1);
      given.heads = std::max(given.heads, head + 1);
      next += queries * keys;
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

struct Sides {
  Index rows = 0;
  Index cols = 0;
};

/// The size of the maps of one kind; zero where there are none. Throws: Error(input) when they differ.
Sides sides_of(const GivenMaps& given, std::string_view kind, const std::string& what) {
  Sides sides;
  for (const GivenMap& one : given.maps) {
    if (one.kind != kind) continue;
    const Sides found{one.map.weights.rows(), one.map.weights.cols()};
    if (sides.rows != 0 && (sides.rows != found.rows || sides.cols != found.cols)) {
      throw Error(Error::Kind::input, what + ": maps of different sizes");
    }
    sides = found;
  }
  return sides;
}

void check_count(Index labels, Index size, const std::string& side, Sides sides, const std::string& what) {
  if (labels == size) return;
  throw Error(Error::Kind::input, what + ": " + std::to_string(labels) + side + " given for a " +
                                      std::to_string(sides.rows) + " × " + std::to_string(sides.cols) +
                                      " matrix");
}

/// Labels of the decoder's tokens, and checks that decoder and cross attention fit them and the queries.
void set_target(GivenMaps& given, const std::string& what) {
  const Sides decoder = sides_of(given, "decoder", what);
  const Sides cross = sides_of(given, "cross", what);
  if (decoder.rows == 0 && cross.rows == 0) return;
  if (!given.target)
    given.target =
        TokenizedText{.text = {}, .tokens = tokens_of(numbered(std::max(decoder.rows, cross.rows)))};
  const Index size = given.target->size();
  if (decoder.rows != 0) check_count(size, decoder.rows, " decoder tokens", decoder, what);
  if (decoder.rows != 0) check_count(size, decoder.cols, " decoder tokens", decoder, what);
  if (cross.rows != 0) check_count(size, cross.rows, " decoder tokens", cross, what);
  if (cross.rows != 0) check_count(given.queries.size(), cross.cols, " tokens", cross, what);
}

void set_labels(GivenMaps& given, std::vector<std::string> queries, std::vector<std::string> keys,
                const std::string& what) {
  Sides sides = sides_of(given, "self", what);
  if (sides.rows == 0) sides.rows = sides.cols = sides_of(given, "cross", what).cols;
  if (sides.rows != 0) {
    const bool is_square = sides.rows == sides.cols;
    if (keys.empty() && is_square) keys = queries;
    if (queries.empty()) queries = numbered(sides.rows);
    if (keys.empty()) keys = numbered(sides.cols);
    check_count(std::ssize(queries), sides.rows, is_square ? " tokens" : " query tokens", sides, what);
    check_count(std::ssize(keys), sides.cols, is_square ? " tokens" : " key tokens", sides, what);
    given.queries.tokens = tokens_of(queries);
    if (keys != queries) given.keys = TokenizedText{.text = {}, .tokens = tokens_of(keys)};
  }
  set_target(given, what);
}

GivenMaps maps_of(const ArrayFile& file, std::span<const OwnArray> arrays, const GivenMapsOptions& options,
                  const std::string& what) {
  GivenMaps given;
  for (const OwnArray& array : arrays) {
    const std::string place = what + (array.name.empty() ? "" : ": '" + printable(array.name) + "'");
    append_maps(given, file, array, place);
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
  const bool has_decoder = std::any_of(given.maps.begin(), given.maps.end(),
                                       [](const GivenMap& one) { return one.kind != "self"; });
  if (has_decoder) given.target = std::exchange(given.keys, std::nullopt);
  const Sides sides = sides_of(given, "self", what);
  const TokenizedText& keys = given.keys ? *given.keys : given.queries;
  if (sides.rows != 0) {
    check_count(given.queries.size(), sides.rows, " tokens", sides, what);
    check_count(keys.size(), sides.cols, " tokens", sides, what);
  }
  set_target(given, what);
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
