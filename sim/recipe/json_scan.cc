#include "sim/recipe/json_scan.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "sim/base/absl_view.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

constexpr size_t kMaxKeyBytes = 128;

absl::Status ErrorAt(std::string_view text, size_t offset,
                     std::string_view message) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t newline = before.rfind('\n');
  const size_t column =
      newline == std::string_view::npos ? offset + 1 : offset - newline;
  return absl::InvalidArgumentError(
      absl::StrCat("line ", line, ", column ", column, ": ", ToAbsl(message)));
}

std::string SnakeCase(std::string_view key) {
  std::string name;
  for (const char c : key) {
    if (absl::ascii_isupper(static_cast<unsigned char>(c))) name += '_';
    name += absl::ascii_tolower(static_cast<unsigned char>(c));
  }
  return name;
}

// Reads a text once from front to back. Keeps the path of the value it is at,
// and where it met the value whose path is the longest start of a target.
class Scanner {
 public:
  Scanner(std::string_view text, std::string_view target, int max_depth,
          const JsonValueCheck& check)
      : text_(text), target_(target), max_depth_(max_depth), check_(check) {}

  absl::Status Scan() {
    TALUS_RETURN_IF_ERROR(Value(0));
    SkipSpace();
    return at_ == text_.size() ? absl::OkStatus()
                               : Error("expected the end of the text");
  }

  size_t target_offset() const { return target_offset_; }

 private:
  absl::Status Error(std::string_view message) const {
    return ErrorAt(text_, at_, message);
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool Take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void SkipSpace() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) !=
                                     std::string_view::npos) {
      ++at_;
    }
  }

  // Notes the value here if its path is the target or leads to it.
  void Note() {
    if (path_.size() < matched_ || !target_.starts_with(path_)) return;
    const char next =
        path_.size() < target_.size() ? target_[path_.size()] : '.';
    if (!path_.empty() && next != '.' && next != '[') return;
    matched_ = path_.size();
    target_offset_ = at_;
  }

  absl::Status Value(int depth) {
    SkipSpace();
    Note();
    if (check_) {
      const std::string wrong = check_(path_, Peek());
      if (!wrong.empty()) return Error(absl::StrCat(path_, ": ", wrong));
    }
    switch (Peek()) {
      case '{':
      case '[':
        if (depth == max_depth_) {
          return Error(absl::StrCat("nested deeper than ", max_depth_));
        }
        return Peek() == '{' ? Object(depth) : Array(depth);
      case '"':
        return String(nullptr);
      case 't':
        return Word("true");
      case 'f':
        return Word("false");
      case 'n':
        return Word("null");
      default:
        return Number();
    }
  }

  absl::Status Object(int depth) {
    ++at_;
    absl::flat_hash_set<std::string> keys;
    const size_t path_size = path_.size();
    for (bool first = true;; first = false) {
      SkipSpace();
      if (first && Take('}')) return absl::OkStatus();
      const size_t key_at = at_;
      std::string key;
      if (Peek() != '"') return Error("expected a name in double quotes");
      TALUS_RETURN_IF_ERROR(String(&key));
      if (key.size() > kMaxKeyBytes) {
        return ErrorAt(text_, key_at, "no name is as long as this");
      }
      if (!keys.insert(key).second) {
        return ErrorAt(text_, key_at, absl::StrCat(key, " is given twice"));
      }
      SkipSpace();
      if (!Take(':')) return Error("expected ':' after the name");
      absl::StrAppend(&path_, path_.empty() ? "" : ".", SnakeCase(key));
      TALUS_RETURN_IF_ERROR(Value(depth + 1));
      path_.resize(path_size);
      SkipSpace();
      if (Take('}')) return absl::OkStatus();
      if (!Take(',')) return Error("expected ',' or '}'");
    }
  }

  absl::Status Array(int depth) {
    ++at_;
    SkipSpace();
    if (Take(']')) return absl::OkStatus();
    const size_t path_size = path_.size();
    for (int i = 0;; ++i) {
      absl::StrAppend(&path_, "[", i, "]");
      TALUS_RETURN_IF_ERROR(Value(depth + 1));
      path_.resize(path_size);
      SkipSpace();
      if (Take(']')) return absl::OkStatus();
      if (!Take(',')) return Error("expected ',' or ']'");
    }
  }

  // The raw text between the quotes goes to *raw; an escaped name of a field is
  // an unknown one.
  absl::Status String(std::string* raw) {
    const size_t start = ++at_;
    for (;; ++at_) {
      if (at_ == text_.size()) return Error("the text ends inside a string");
      const char c = text_[at_];
      if (c == '"') break;
      if (static_cast<unsigned char>(c) < 0x20) {
        return Error("control character in a string; escape it");
      }
      if (c == '\\') TALUS_RETURN_IF_ERROR(Escape());
    }
    if (raw != nullptr) *raw = text_.substr(start, at_ - start);
    ++at_;
    return absl::OkStatus();
  }

  // Stops on the last character of the escape.
  absl::Status Escape() {
    ++at_;
    if (Peek() != 'u') {
      return at_ < text_.size() &&
                     std::string_view("\"\\/bfnrt").find(Peek()) !=
                         std::string_view::npos
                 ? absl::OkStatus()
                 : Error("unknown escape in a string");
    }
    for (int i = 0; i < 4; ++i) {
      ++at_;
      if (!absl::ascii_isxdigit(static_cast<unsigned char>(Peek()))) {
        return Error("expected four hexadecimal digits after \\u");
      }
    }
    return absl::OkStatus();
  }

  absl::Status Word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word)
      return Error("expected a value");
    at_ += word.size();
    return absl::OkStatus();
  }

  bool Digits() {
    const size_t start = at_;
    while (absl::ascii_isdigit(static_cast<unsigned char>(Peek()))) ++at_;
    return at_ > start;
  }

  absl::Status Number() {
    Take('-');
    if (!Take('0') && !Digits()) return Error("expected a value");
    if (Take('.') && !Digits()) return Error("expected a digit after '.'");
    if (Take('e') || Take('E')) {
      if (!Take('+')) Take('-');
      if (!Digits()) return Error("expected a digit in the exponent");
    }
    return absl::OkStatus();
  }

  const std::string_view text_;
  const std::string_view target_;
  const int max_depth_;
  const JsonValueCheck& check_;
  size_t at_ = 0;
  std::string path_;
  size_t matched_ = 0;
  size_t target_offset_ = 0;
};

}  // namespace

absl::Status CheckJson(std::string_view text, int max_depth,
                       const JsonValueCheck& check) {
  return Scanner(text, "", max_depth, check).Scan();
}

absl::Status JsonErrorAt(std::string_view text, std::string_view path,
                         std::string_view message) {
  const std::string target = SnakeCase(path);
  const JsonValueCheck none;
  Scanner scanner(text, target, 1 << 20, none);
  TALUS_RETURN_IF_ERROR(scanner.Scan());
  return ErrorAt(text, scanner.target_offset(),
                 absl::StrCat(ToAbsl(path.empty() ? "recipe" : path), ": ",
                              ToAbsl(message)));
}

}  // namespace talus
