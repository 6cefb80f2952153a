#include "sim/report/plot.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sim/export/bitmap_font.h"

namespace talus {
namespace {

constexpr int64_t kWidth = 1000, kHeight = 850;
constexpr int64_t kLeft = 130, kRight = 970, kTop = 70, kBottom = 660;
constexpr int kText = 2;
constexpr int64_t kGlyph = kGlyphHeight * kText;
constexpr Rgb kInk = {30, 34, 40};
constexpr Rgb kGrid = {226, 228, 232};
constexpr Rgb kWhite = {255, 255, 255};

// Values of an axis and the pixels they lie at.
struct Scale {
  double low = 0, high = 1;
  int64_t from = 0, to = 0;  // pixels of these

  double At(double value) const {
    return static_cast<double>(from) +
           (value - low) / (high - low) * static_cast<double>(to - from);
  }
  bool Has(double value) const { return value >= low && value <= high; }
};

struct Tick {
  double value = 0;
  std::string label;  // none for small ones
};

// A step of 1, 2 or 5 times a power of ten that gives about six ticks.
double StepOf(double span) {
  const double rough = span / 6;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power >= rough) return times * power;
  }
  return 10 * power;
}

// The least and the most that is drawn, with a little room.
Scale ScaleOf(const PlotAxis& axis, const std::vector<PlotSeries>& series,
              double Point::*of, int64_t from, int64_t to) {
  double low = INFINITY, high = -INFINITY;
  for (const PlotSeries& s : series) {
    for (const Point& p : s.points) {
      low = std::min(low, p.*of);
      high = std::max(high, p.*of);
    }
  }
  if (low > high) low = 0, high = 1;
  if (low == high) low -= 0.5, high += 0.5;
  const double room = 0.04 * (high - low);
  return {axis.low.value_or(low - room), axis.high.value_or(high + room), from,
          to};
}

std::vector<Tick> LinearTicks(const Scale& scale) {
  std::vector<Tick> ticks;
  const double step = StepOf(scale.high - scale.low);
  for (double k = std::ceil(scale.low / step - 1e-9);
       k * step <= scale.high + 1e-9 * step; ++k) {
    ticks.push_back({k * step, absl::StrFormat("%g", k * step + 0.0)});
  }
  return ticks;
}

std::string PowerLabel(int64_t power) {
  if (power >= -3 && power <= 3) {
    return absl::StrFormat("%g", std::pow(10, power));
  }
  return absl::StrCat("10^", power);
}

// Powers of ten, with 2 to 9 times them between; where few powers lie on the
// axis, 2 and 5 times them are named too.
std::vector<Tick> LogTicks(const Scale& scale) {
  std::vector<Tick> ticks;
  const bool few = scale.high - scale.low < 2;
  const auto first = static_cast<int64_t>(std::floor(scale.low));
  for (int64_t power = first; static_cast<double>(power) <= scale.high;
       ++power) {
    for (int times = 1; times < 10; ++times) {
      const double value = static_cast<double>(power) + std::log10(times);
      if (!scale.Has(value)) continue;
      std::string label;
      if (times == 1) label = PowerLabel(power);
      if (few && (times == 2 || times == 5)) {
        label = absl::StrFormat("%g", times * std::pow(10, power));
      }
      ticks.push_back({value, label});
    }
  }
  return ticks;
}

class Canvas {
 public:
  explicit Canvas(const Plot& plot)
      : plot_(plot),
        image_(kWidth, kHeight, kWhite),
        x_(ScaleOf(plot.x, plot.series, &Point::x, kLeft, kRight)),
        y_(ScaleOf(plot.y, plot.series, &Point::y, kBottom, kTop)) {}

  RgbImage Draw() {
    const auto x_ticks = plot_.x.log ? LogTicks(x_) : LinearTicks(x_);
    const auto y_ticks = plot_.y.log ? LogTicks(y_) : LinearTicks(y_);
    for (const Tick& t : x_ticks) DrawXTick(t);
    for (const Tick& t : y_ticks) DrawYTick(t);
    for (const PlotSeries& s : plot_.series) DrawSeries(s);
    Frame();
    DrawText(image_, (kLeft + kRight - TextWidth(plot_.title, kText)) / 2, 28,
             plot_.title, kText, kInk);
    DrawText(image_, (kLeft + kRight - TextWidth(plot_.x.title, kText)) / 2,
             kBottom + 52, plot_.x.title, kText, kInk);
    DrawUpward(plot_.y.title);
    DrawLegend();
    return std::move(image_);
  }

 private:
  void Fill(int64_t x, int64_t y, int64_t width, int64_t height, Rgb color) {
    for (int64_t v = std::max<int64_t>(y, 0); v < std::min(y + height, kHeight);
         ++v) {
      for (int64_t u = std::max<int64_t>(x, 0); u < std::min(x + width, kWidth);
           ++u) {
        image_.At(u, v) = color;
      }
    }
  }

  void DrawXTick(const Tick& t) {
    const int64_t x = std::llround(x_.At(t.value));
    if (t.label.empty()) return Fill(x, kBottom - 4, 1, 4, kInk);
    Fill(x, kTop, 1, kBottom - kTop, kGrid);
    Fill(x, kBottom - 8, 1, 8, kInk);
    DrawText(image_, x - TextWidth(t.label, kText) / 2, kBottom + 12, t.label,
             kText, kInk);
  }
  void DrawYTick(const Tick& t) {
    const int64_t y = std::llround(y_.At(t.value));
    if (t.label.empty()) return Fill(kLeft, y, 4, 1, kInk);
    Fill(kLeft, y, kRight - kLeft, 1, kGrid);
    Fill(kLeft, y, 8, 1, kInk);
    DrawText(image_, kLeft - 10 - TextWidth(t.label, kText), y - 7, t.label,
             kText, kInk);
  }
  void Frame() {
    Fill(kLeft, kTop, kRight - kLeft, 1, kInk);
    Fill(kLeft, kBottom, kRight - kLeft + 1, 1, kInk);
    Fill(kLeft, kTop, 1, kBottom - kTop, kInk);
    Fill(kRight, kTop, 1, kBottom - kTop, kInk);
  }

  // The y axis' title, turned to be read upwards.
  void DrawUpward(const std::string& text) {
    RgbImage line(TextWidth(text, kText), kGlyph, kWhite);
    DrawText(line, 0, 0, text, kText, kInk);
    const int64_t top = (kTop + kBottom - line.width) / 2;
    for (int64_t y = 0; y < line.height; ++y) {
      for (int64_t x = 0; x < line.width; ++x) {
        const int64_t v = top + line.width - 1 - x;
        if (v >= 0 && v < kHeight) image_.At(18 + y, v) = line.At(x, y);
      }
    }
  }

  void DrawSeries(const PlotSeries& s) {
    const bool line = s.mark == PlotSeries::Mark::kLine ||
                      s.mark == PlotSeries::Mark::kDashes;
    double along = 0;
    for (size_t i = 0; i < s.points.size(); ++i) {
      const Point& p = s.points[i];
      if (!line) {
        if (x_.Has(p.x) && y_.Has(p.y)) {
          Mark(s, std::llround(x_.At(p.x)), std::llround(y_.At(p.y)));
        }
      } else if (i > 0) {
        DrawLine(s, s.points[i - 1], p, along);
      }
    }
  }

  void DrawLine(const PlotSeries& s, const Point& a, const Point& b,
                double& along) {
    const double ax = x_.At(a.x), ay = y_.At(a.y);
    const double dx = x_.At(b.x) - ax, dy = y_.At(b.y) - ay;
    const double length = std::hypot(dx, dy);
    for (double at = 0; at <= length; at += 0.5) {
      const double share = length > 0 ? at / length : 0;
      const auto x = std::llround(ax + share * dx);
      const auto y = std::llround(ay + share * dy);
      if (x < kLeft || x >= kRight || y < kTop || y >= kBottom) continue;
      Mark(s, x, y, along + at);
    }
    along += length;
  }

  void Mark(const PlotSeries& s, int64_t x, int64_t y, double along = 0) {
    switch (s.mark) {
      case PlotSeries::Mark::kDot:
        return Fill(x - 1, y - 1, 2, 2, s.color);
      case PlotSeries::Mark::kCircle:
        return Circle(x, y, s.color);
      case PlotSeries::Mark::kDashes:
        if (std::fmod(along, 18) > 11) return;
        [[fallthrough]];
      case PlotSeries::Mark::kLine:
        return Fill(x - 1, y - 1, 3, 3, s.color);
    }
  }

  // A disc with a white rim, so that neighbours stay apart.
  void Circle(int64_t x, int64_t y, Rgb color) {
    constexpr int64_t kRadius = 6;
    for (int64_t v = -kRadius; v <= kRadius; ++v) {
      for (int64_t u = -kRadius; u <= kRadius; ++u) {
        const int64_t r2 = u * u + v * v;
        if (r2 > kRadius * kRadius) continue;
        Fill(x + u, y + v, 1, 1, r2 > 25 ? kWhite : color);
      }
    }
  }

  // Two names a row.
  void DrawLegend() {
    int64_t place = 0;
    for (const PlotSeries& s : plot_.series) {
      if (s.name.empty()) continue;
      const int64_t left = kLeft + place % 2 * (kRight - kLeft) / 2;
      const int64_t y = kBottom + 98 + place / 2 * 28;
      const bool line = s.mark == PlotSeries::Mark::kLine ||
                        s.mark == PlotSeries::Mark::kDashes;
      for (int64_t x = line ? 8 : 26; x < (line ? 44 : 27); ++x) {
        Mark(s, left + x, y, static_cast<double>(x - 8));
      }
      DrawText(image_, left + 54, y - 7, s.name, kText, kInk);
      ++place;
    }
  }

  const Plot& plot_;
  RgbImage image_;
  const Scale x_;
  const Scale y_;
};

}  // namespace

RgbImage DrawPlot(const Plot& plot) { return Canvas(plot).Draw(); }

}  // namespace talus
