// A file never makes a reader take more memory than a small multiple of its size: the worst headers that fit
// the rules.
#include <functional>

#include "core/npy.hpp"
#include "core/zip_archive.hpp"
#include "export/readers/given_maps.hpp"
#include "models/embedding_table.hpp"
#include "models/weight_format/gguf_builder.hpp"
#include "models/weight_format/weights.hpp"
#include "support/allocation.hpp"
#include "support/catch.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

/// Peak memory of the work on the file, in multiples of its size beyond 64 MiB.
double multiple_of_size(const std::string& name, const std::string& bytes,
                        const std::function<void(const std::filesystem::path& path)>& work) {
  constexpr double free_bytes = 64 << 20;
  const TemporaryFolder folder;
  const auto path = folder.write(name, bytes);
  const AllocationPeak peak;
  (void)message_of(folder, [&] { work(path); });
  const double beyond = static_cast<double>(peak.bytes()) - free_bytes;
  return beyond <= 0.0 ? 0.0 : beyond / static_cast<double>(bytes.size());
}

void open(const std::filesystem::path& path) {
  (void)open_weights(path);
}

}  // namespace

TEST_CASE("counting memory sees what is allocated", "[memory]") {
  const AllocationPeak peak;
  { const std::vector<char> block(1 << 20); }
  CHECK(peak.bytes() >= 1 << 20);
  CHECK(peak.bytes() < 2 << 20);
}

TEST_CASE("a safetensors header of half a million tensors takes at most four times its size", "[memory]") {
  std::string header = "{";
  for (int tensor = 0; tensor < 500'000; ++tensor) {
    header.append(tensor > 0 ? ",\"" : "\"").append(std::to_string(tensor));
    header.append(R"(":{"dtype":"U8","shape":[],"data_offsets":[)").append(std::to_string(tensor));
    header.append(",").append(std::to_string(tensor + 1)).append("]}");
  }
  header += "}";
  const std::string bytes = little_endian<std::uint64_t>(header.size()) + header + std::string(500'000, '\0');
  CHECK(multiple_of_size("F.safetensors", bytes, open) <= 4.0);
}

TEST_CASE("GGUF headers of many entries, tensors or texts take at most four times their size", "[memory]") {
  std::vector<std::string> entries;
  for (std::uint32_t entry = 0; entry < 65'536; ++entry)
    entries.push_back(gguf_entry(little_endian(entry), 0, "\1"));
  CHECK(multiple_of_size("F.gguf", GgufFile{.entries = entries}.bytes(), open) <= 4.0);

  std::vector<std::string> tensors;
  for (std::uint32_t tensor = 0; tensor < 131'072; ++tensor) {
    tensors.push_back(gguf_tensor(little_endian(tensor), {0}, 0, 0));
  }
  CHECK(multiple_of_size("F.gguf", GgufFile{.tensors = tensors}.bytes(), open) <= 4.0);

  const std::uint64_t count = 5'000'000;
  const std::string texts =
      little_endian<std::uint32_t>(8) + little_endian(count) + std::string(8 * count, '\0');
  CHECK(multiple_of_size("F.gguf", GgufFile{.entries = {gguf_entry("x", 9, texts)}}.bytes(), open) <= 4.0);
}

TEST_CASE("headers that claim more than they have allocate nothing for it", "[memory]") {
  const auto read_array = [](const std::filesystem::path& path) { (void)read_npy(path); };
  const auto read_given = [](const std::filesystem::path& path) { (void)read_maps(path); };
  const auto read_vectors = [](const std::filesystem::path& path) {
    (void)load_embeddings(path.string(), std::vector<std::string>{"cat"});
  };
  CHECK(multiple_of_size("F.npy", npy_header("<f4", std::vector<Index>{1 << 30, 1 << 10}) + "1234",
                         read_array) == 0.0);
  CHECK(multiple_of_size("F.txt", "1000000 65536\ncat 1 2\n", read_vectors) == 0.0);
  CHECK(multiple_of_size("F.json", std::string(50 << 20, '['), read_given) == 0.0);
}

TEST_CASE("JSON of nothing but brackets, commas and quotes takes at most four times its size", "[memory]") {
  const auto read_given = [](const std::filesystem::path& path) { (void)read_maps(path); };
  const auto repeated = [](std::string_view text, std::size_t count) {
    std::string bytes = "[";
    for (std::size_t place = 0; place < count; ++place) bytes += text;
    return bytes;
  };
  CHECK(multiple_of_size("F.json", repeated("[],", 5'000'000) + "[]]", read_given) <= 4.0);
  CHECK(multiple_of_size("F.json", repeated("\"\",", 5'000'000) + "\"\"]", read_given) <= 4.0);
  CHECK(multiple_of_size("F.json", repeated("0,", 10'000'000) + "0]", read_given) <= 4.0);
  CHECK(multiple_of_size("F.json", repeated("{},", 5'000'000) + "{}]", read_given) <= 4.0);
  CHECK(multiple_of_size("F.json", repeated("[1],[],", 3'000'000) + "[]]", read_given) <= 4.0);
}
