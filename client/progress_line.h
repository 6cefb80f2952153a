#ifndef TALUS_CLIENT_PROGRESS_LINE_H_
#define TALUS_CLIENT_PROGRESS_LINE_H_

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

namespace talus {

// Shows how far a long work is: a bar that is drawn again on a terminal, plain
// lines at least 2 s apart elsewhere. Calls must not overlap.
class ProgressLine {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  ProgressLine(std::FILE* out, bool is_terminal, std::string title,
               Clock clock = std::chrono::steady_clock::now);
  // Ends the bar's line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // The first call shows at once.
  void Update(int64_t done, int64_t total);
  double elapsed_s() const;

 private:
  std::string Text(int64_t done, int64_t total) const;

  std::FILE* const out_;
  const bool is_terminal_;
  const std::string title_;
  const Clock clock_;
  const std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_;
  bool shown_ = false;
  bool full_ = false;
};

// "0:07", "1:02:03".
std::string FormatSeconds(double seconds);
// "1.3 G", "250 M", "12 k", "7".
std::string FormatCount(double count);

}  // namespace talus

#endif  // TALUS_CLIENT_PROGRESS_LINE_H_
