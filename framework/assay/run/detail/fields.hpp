#pragma once

#include <assay/base/detail/json.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::run::detail {

/// A field that is there with a type or value it may not have. Caught where a line or file is read; never leaves it.
class FieldError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the members of one JSON object by name and type. A member that is not there leaves the default; one of another
/// type throws FieldError that names it.
class Fields {
 public:
  /// Does not own the object. @throws FieldError when it is no object; `what` names it in messages.
  Fields(const base::detail::Json& object, std::string_view what);

  [[nodiscard]] std::string text(const char* name) const;
  [[nodiscard]] bool flag(const char* name) const;
  [[nodiscard]] double number(const char* name) const;
  [[nodiscard]] std::int64_t integer(const char* name) const;
  [[nodiscard]] std::uint64_t count(const char* name) const;
  /// As `count`, for at most 2^32 - 1.
  [[nodiscard]] unsigned small_count(const char* name) const;
  [[nodiscard]] int small_integer(const char* name) const;
  [[nodiscard]] std::vector<std::string> texts(const char* name) const;
  /// The elements of a list; empty when it is not there.
  [[nodiscard]] std::vector<const base::detail::Json*> list(const char* name) const;
  /// The member, or null when it is not there or JSON's null.
  [[nodiscard]] const base::detail::Json* find(const char* name) const;

 private:
  [[noreturn]] void wrong(const char* name, std::string_view expected) const;

  const base::detail::Json& object_;
  std::string what_;
};

/// @throws FieldError unless `schema` is 1.
void require_schema(const Fields& fields);

}  // namespace assay::run::detail
