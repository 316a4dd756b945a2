// stb's PNG encoder, compiled once and outside our warning settings. It writes to memory only, and libdeflate
// compresses: faster and smaller than stb's own.
#include <libdeflate.h>
#include <stdlib.h>

/// stb's hook: zlib bytes in memory that `free` releases, or null.
static unsigned char* compress_with_libdeflate(const unsigned char* bytes, int count, int* compressed_count,
                                               int level) {
  struct libdeflate_compressor* compressor = libdeflate_alloc_compressor(level);
  if (!compressor) return nullptr;
  const size_t most = libdeflate_zlib_compress_bound(compressor, static_cast<size_t>(count));
  unsigned char* compressed = static_cast<unsigned char*>(malloc(most));
  size_t size = 0;
  if (compressed)
    size = libdeflate_zlib_compress(compressor, bytes, static_cast<size_t>(count), compressed, most);
  libdeflate_free_compressor(compressor);
  if (size == 0) {
    free(compressed);
    return nullptr;
  }
  *compressed_count = static_cast<int>(size);
  return compressed;
}

#define STBIW_ZLIB_COMPRESS compress_with_libdeflate
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

// The only writes to stb's settings, before main and never again: encoding is safe from several threads.
// No filter: a palette's indices are not amounts, and flat pictures compress better without. Level 1 of
// libdeflate is within a few per cent of the higher levels on them and several times as fast.
static const bool are_settings_made = [] {
  stbi_write_force_png_filter = 0;
  stbi_write_png_compression_level = 1;
  return true;
}();
