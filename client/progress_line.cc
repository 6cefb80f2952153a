#include "client/progress_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_format.h"

namespace talus {
namespace {

constexpr int kBarWidth = 28;
constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::chrono::milliseconds kNextLine{2000};
constexpr double kFirstRateSeconds =
    1;  // rates of less time than this say nothing

}  // namespace

std::string FormatSeconds(double seconds) {
  const int64_t s = std::llround(std::max(0.0, seconds));
  if (s < 3600) return absl::StrFormat("%d:%02d", s / 60, s % 60);
  return absl::StrFormat("%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
}

std::string FormatCount(double count) {
  struct Unit {
    double size;
    const char* name;
  };
  for (const Unit& unit :
       {Unit{1e12, " T"}, Unit{1e9, " G"}, Unit{1e6, " M"}, Unit{1e3, " k"}}) {
    if (count < unit.size) continue;
    const double share = count / unit.size;
    return absl::StrFormat("%.*f%s", share < 100 ? 1 : 0, share, unit.name);
  }
  return absl::StrFormat("%.0f", count);
}

ProgressLine::ProgressLine(std::FILE* out, bool is_terminal, std::string title,
                           Clock clock)
    : out_(out),
      is_terminal_(is_terminal),
      title_(std::move(title)),
      clock_(std::move(clock)),
      begin_(clock_()),
      last_(begin_) {}

ProgressLine::~ProgressLine() {
  if (is_terminal_ && shown_) std::fputc('\n', out_);
}

double ProgressLine::elapsed_s() const {
  return std::chrono::duration<double>(clock_() - begin_).count();
}

std::string ProgressLine::Text(int64_t done, int64_t total) const {
  const double share =
      total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1;
  const double elapsed = elapsed_s();
  std::string text =
      absl::StrFormat("%3d %%", static_cast<int>(share * 100 + 1e-9));
  const bool tells = elapsed >= kFirstRateSeconds || done >= total;
  if (done > 0 && elapsed > 0 && tells) {
    const double rate = static_cast<double>(done) / elapsed;
    absl::StrAppendFormat(&text, "  %s cell-passes/s", FormatCount(rate));
    if (done < total) {
      absl::StrAppendFormat(
          &text, "  ETA %s",
          FormatSeconds(static_cast<double>(total - done) / rate));
    } else {
      absl::StrAppendFormat(&text, "  %s", FormatSeconds(elapsed));
    }
  }
  return text;
}

void ProgressLine::Update(int64_t done, int64_t total) {
  const auto now = clock_();
  const bool full = done >= total;
  const auto pause = is_terminal_ ? kRedraw : kNextLine;
  if (shown_ && now - last_ < pause && (!full || !is_terminal_)) return;
  if (full_) return;
  shown_ = true;
  full_ = full;
  last_ = now;
  const std::string text = Text(done, total);
  if (!is_terminal_) {
    absl::FPrintF(out_, "%s %s\n", title_, text);
  } else {
    const auto filled = static_cast<size_t>(
        total > 0 ? done * kBarWidth / std::max<int64_t>(total, 1) : kBarWidth);
    const std::string bar =
        std::string(filled, '#') + std::string(kBarWidth - filled, '.');
    absl::FPrintF(out_, "\r%s [%s] %s\033[K", title_, bar, text);
  }
  std::fflush(out_);
}

}  // namespace talus
