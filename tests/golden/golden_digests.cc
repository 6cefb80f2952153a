#include <iostream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/isa.h"
#include "sim/plan/engine.h"
#include "tests/law/law_case.h"

// Prints the engine version, and for every case of the law suite a line `case
// border recipe digest` and, on a small region, lines `case border layer
// digest`. The lines are the same from every
// compiler and with every instruction set.
// Usage: golden_digests [2|3|4]: the x86-64 level; the machine's best where not
// given. Exits with 77 where the machine lacks it.
namespace talus::law {
namespace {

constexpr int kLacksIsa = 77;

class NoSink final : public TileSink {
 public:
  absl::Status OnTile(const TileView&) override { return absl::OkStatus(); }
};

absl::Status PrintCase(const Engine& engine, const LawCase& c, Border border) {
  const auto program = CompileCase(c, border);
  if (!program.ok()) return program.status();
  const RegionRequest request = {.region = {-21, -17, 75, 63},
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

int Main(int argc, char** argv) {
  const Isa isa = argc > 1 ? static_cast<Isa>(argv[1][0] - '0') : BestIsa();
  if (isa > BestIsa()) return kLacksIsa;
  const ScopedIsa scoped(isa);
  const absl::Status status = PrintAll();
  if (!status.ok()) std::cerr << status << '\n';
  return status.ok() ? 0 : 1;
}

}  // namespace
}  // namespace talus::law

int main(int argc, char** argv) { return talus::law::Main(argc, argv); }
