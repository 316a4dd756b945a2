#include "cli/source_options.hpp"

#include <algorithm>
#include <charconv>
#include <thread>

#include "cli/embedding_source.hpp"
#include "cli/matrix_source.hpp"
#include "cli/model_source.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/sentence_file.hpp"

namespace attnscope::cli {
namespace {

std::vector<Index> parse_ids(const std::string& typed) {
  std::vector<Index> ids;
  const char* place = typed.data();
  const char* const end = typed.data() + typed.size();
  while (true) {
    Index id = 0;
    const auto result = std::from_chars(place, end, id);
    const bool is_last = result.ptr == end;
    if (result.ec != std::errc() || id < 0 || (!is_last && *result.ptr != ',')) {
      throw Error(Error::Kind::usage, "--ids " + printable(typed, 60) + ": expected token ids such as 5,6,7");
    }
    ids.push_back(id);
    if (is_last) return ids;
    place = result.ptr + 1;
  }
}

/// Lines two by two: the first text of a pair and the second.
std::vector<InputText> paired(const std::vector<InputText>& lines) {
  if (lines.size() % 2 != 0) {
    throw Error(Error::Kind::input,
                lines.back().source + ": --pair takes lines two by two, and this one is left over");
  }
  std::vector<InputText> pairs;
  for (std::size_t place = 0; place < lines.size(); place += 2) {
    pairs.push_back(lines[place]);
    pairs.back().second_text = lines[place + 1].text;
  }
  return pairs;
}

}  // namespace

void InputOptions::declare(Options& options) {
  options.files(files, "FILE…", "sentence files, a text a line; '-' is standard input");
  options.group("Input");
  options.flag("--passage", is_passage, "each file is one text");
  options.flag("--pair", is_pair, "lines two by two: both texts of a pair, or source and target");
  options.value("--ids", ids, "5,6,7", "token ids in the place of a text");
  options.value("--against", against, "FILE",
                "keys and values come from this text: attention across two texts");
  options.flag("--replace-invalid-utf8", replaces_invalid,
               "show invalid bytes as \xEF\xBF\xBD rather than stop");
}

std::vector<InputText> InputOptions::read() const {
  if (!ids.empty()) {
    if (!files.empty()) throw Error(Error::Kind::usage, "--ids and files cannot be given together");
    return {{.text = {}, .source = "--ids", .ids = parse_ids(ids)}};
  }
  SentenceFileOptions how;
  if (is_passage) how.unit = SentenceFileOptions::Unit::file;
  if (replaces_invalid) how.invalid_utf8 = SentenceFileOptions::InvalidUtf8::replace;
  const std::vector<std::string> all =
      files.empty() ? std::vector<std::string>{(data_folder() / "sentences" / "english.txt").string()}
                    : files;
  std::vector<InputText> texts;
  for (const std::string& file : all) {
    const std::string name =
        file == "-" ? "standard input" : printable(std::filesystem::path(file).filename().string());
    for (Sentence& sentence : read_sentences(file, how)) {
      texts.push_back(
          {.text = std::move(sentence.text), .source = name + ":" + std::to_string(sentence.line)});
    }
  }
  return is_pair ? paired(texts) : texts;
}

std::optional<InputText> InputOptions::read_against() const {
  if (against.empty()) return std::nullopt;
  const SentenceFileOptions whole{.unit = SentenceFileOptions::Unit::file};
  return InputText{.text = read_sentences(against, whole).front().text, .source = printable(against, 400)};
}

void SourceOptions::declare(Options& options) {
  options.group("Model");
  options.value("--model", model, "NAME|PATH",
                "a model folder or file, or an id in the local Hugging Face cache");
  options.value("--embeddings", embeddings, "NAME|FILE", "word vectors in the place of a model: Q = K = V");
  options.value("--projections", projections, "N",
                "N heads that project the word vectors, by --set or seeded", 0, 256);
  options.value("--q", q, "Q.npy", "queries in the place of a model, [n, d] or [heads, n, d]");
  options.value("--k", k, "K.npy", "keys; the queries if left out");
  options.value("--v", v, "V.npy", "values, for recipes that read them");
  options.value("--states", states, "X.npy", "what Q came from, for recipes that read it");
  options.value("--dependency-head", dependency_head, "L:H", "the head to read as syntactic heads");
  options.value("--antecedent-head", antecedent_head, "L:H", "the head to read as antecedents");
  long_texts.declare(options);
  options.value("--threads", threads, "N", "threads; 0 is one for each core", 0, 1024);
}

std::unique_ptr<MapSource> SourceOptions::open(const RecipeOptions& recipe) const {
  if (q.empty() && !(k.empty() && v.empty() && states.empty())) {
    throw Error(Error::Kind::usage, "--k, --v and --states go with --q");
  }
  if (!q.empty()) {
    return open_matrix_source({.q = q, .k = k.empty() ? q : k, .v = v, .states = states},
                              recipe.read_parameters());
  }
  if (!embeddings.empty()) {
    return open_embedding_source({.table = embeddings, .projections = projections}, recipe.read_parameters());
  }
  return open_model_source(model, recipe.read_parameters(), long_texts);
}

std::vector<InputText> SourceOptions::read_texts(const InputOptions& input) const {
  if (needs_text()) return input.read();
  if (!input.files.empty())
    throw Error(Error::Kind::usage, "--q takes the place of a text, and a file is given too");
  return {{.text = {}, .source = "--q"}};
}

ThreadPool SourceOptions::make_pool() const {
  const auto cores = static_cast<Index>(std::thread::hardware_concurrency());
  return ThreadPool(threads > 0 ? threads : std::max<Index>(1, cores));
}

void HeadOptions::declare(Options& options) {
  options.group("Heads");
  options.value("--layers", layers, "0,2-4", "layers, from 0 (all if left out)");
  options.value("--heads", heads, "1,5-7|4:0,2:5", "heads, from 0, or pairs LAYER:HEAD");
}

}  // namespace attnscope::cli
