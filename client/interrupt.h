#ifndef TALUS_CLIENT_INTERRUPT_H_
#define TALUS_CLIENT_INTERRUPT_H_

#include <stop_token>
#include <thread>

namespace talus {

// Turns the first SIGINT or SIGTERM into a stop request; the second ends the
// process at once. At most one lives; make it before other threads begin.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::thread listener_;
};

}  // namespace talus

#endif  // TALUS_CLIENT_INTERRUPT_H_
