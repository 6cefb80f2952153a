#ifndef TALUS_SERVER_PUMP_STEP_H_
#define TALUS_SERVER_PUMP_STEP_H_

namespace talus {

// Where a stream stands.
struct PumpState {
  bool opened = false;     // what it begins with is in line
  bool writing = false;    // a write is in flight
  bool finished = false;   // its status is on the way
  bool cancelled = false;  // nothing more is to be written
  bool closed = false;     // nothing more will come
  bool has_message = false;
  bool progress_due = false;
  bool inside_tile = false;  // the next message goes on with a tile
};

// What a stream does next.
enum class PumpStep { kWait, kWriteMessage, kWriteProgress, kFinish };

// At most one write is in flight, nothing is written after a cancel, and the
// status comes once, last.
constexpr PumpStep NextStep(const PumpState& s) {
  if (s.finished || s.writing) return PumpStep::kWait;
  if (s.cancelled) return PumpStep::kFinish;
  if (!s.opened) return PumpStep::kWait;
  if (s.progress_due && !s.inside_tile) return PumpStep::kWriteProgress;
  if (s.has_message) return PumpStep::kWriteMessage;
  return s.closed ? PumpStep::kFinish : PumpStep::kWait;
}

}  // namespace talus

#endif  // TALUS_SERVER_PUMP_STEP_H_
