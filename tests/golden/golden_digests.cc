#include <bit>
#include <iostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/isa.h"
#include "sim/base/status_macros.h"
#include "sim/plan/engine.h"
#include "tests/law/answer.h"
#include "tests/law/law_case.h"

// Prints the engine version, and for every case of the law suite a line `case
// border recipe digest` and, on a small region, lines `case border layer
// digest`. The lines are the same from every compiler and with every
// instruction set. With a case, a border and a layer it prints that layer of
// the region, a line `x y value` a cell: quanta, or a hexadecimal float.
// Usage: golden_digests [2|3|4 [--cells CASE BORDER LAYER]]: the x86-64 level;
// the machine's best where not given. Exits with 77 where the machine lacks it.
namespace talus::law {
namespace {

constexpr int kLacksIsa = 77;
constexpr Rect kRegion = {-21, -17, 75, 63};

class NoSink final : public TileSink {
 public:
  absl::Status OnTile(const TileView&) override { return absl::OkStatus(); }
};

absl::Status PrintCase(const Engine& engine, const LawCase& c, Border border) {
  const auto program = CompileCase(c, border);
  if (!program.ok()) return program.status();
  const RegionRequest request = {.region = kRegion,
                                 .layers = (*program)->layers()};
  // Tells a change of the recipe or of a default from one of the engine.
  std::cout << c.name << ' ' << BorderName(border) << " recipe "
            << (*program)->digest() << '\n';
  NoSink sink;
  const auto summary = engine.Run(**program, request, sink, {}, nullptr);
  if (!summary.ok()) return summary.status();
  for (const LayerSummary& layer : summary->layers) {
    std::cout << c.name << ' ' << BorderName(border) << ' '
              << LayerName(layer.layer) << ' ' << ToHex(layer.root_digest)
              << '\n';
  }
  return absl::OkStatus();
}

absl::Status PrintAll() {
  std::cout << "engine_version " << kEngineVersion << '\n';
  const Engine engine({});
  for (const LawCase& c : AllCases()) {
    for (const Border border : BordersOf(c)) {
      const absl::Status status = PrintCase(engine, c, border);
      if (!status.ok()) {
        return absl::Status(status.code(),
                            absl::StrCat(c.name, " ", BorderName(border), ": ",
                                         std::string(status.message())));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status PrintLayer(const LawCase& c, Border border,
                        std::string_view name) {
  TALUS_ASSIGN_OR_RETURN(const auto program, CompileCase(c, border));
  const RegionRequest request = {.region = kRegion,
                                 .layers = program->layers()};
  KeepingSink sink(request);
  TALUS_RETURN_IF_ERROR(
      Engine({}).Run(*program, request, sink, {}, nullptr).status());
  bool found = false;
  request.layers.ForEach([&](Layer layer) {
    if (LayerName(layer) != name) return;
    found = true;
    for (int64_t y = kRegion.y0; y < kRegion.y1; ++y) {
      for (int64_t x = kRegion.x0; x < kRegion.x1; ++x) {
        const int32_t word = *sink.state().Get(layer)->At(x, y);
        std::cout << x << ' ' << y << ' ';
        if (IsFixed(layer)) {
          std::cout << word << '\n';
        } else {
          std::cout << std::hexfloat << std::bit_cast<float>(word) << '\n';
        }
      }
    }
  });
  return found ? absl::OkStatus() : absl::NotFoundError("no such layer");
}

absl::Status PrintCells(std::string_view name, std::string_view border_name,
                        std::string_view layer) {
  for (const LawCase& c : AllCases()) {
    if (c.name != name) continue;
    for (const Border border : BordersOf(c)) {
      if (BorderName(border) == border_name) {
        return PrintLayer(c, border, layer);
      }
    }
  }
  return absl::NotFoundError("no such case with that border");
}

int Main(int argc, char** argv) {
  const std::string_view level = argc > 1 ? argv[1] : "";
  const bool cells = argc == 6 && std::string_view(argv[2]) == "--cells";
  if ((argc > 2 && !cells) ||
      (argc > 1 && level != "2" && level != "3" && level != "4")) {
    std::cerr << "usage: golden_digests [2|3|4 [--cells CASE BORDER LAYER]]\n";
    return 2;
  }
  const Isa isa = level.empty() ? BestIsa() : static_cast<Isa>(level[0] - '0');
  if (isa > BestIsa()) return kLacksIsa;
  const ScopedIsa scoped(isa);
  const absl::Status status =
      cells ? PrintCells(argv[3], argv[4], argv[5]) : PrintAll();
  if (!status.ok()) std::cerr << status << '\n';
  return status.ok() ? 0 : 1;
}

}  // namespace
}  // namespace talus::law

int main(int argc, char** argv) { return talus::law::Main(argc, argv); }
