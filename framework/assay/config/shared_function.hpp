#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace assay::config {

template <class Signature>
class SharedFunction;

/// A function object whose copies share what it holds. Descriptions are built of descriptions, and every part is kept
/// by several of them: with `std::function` each would be a deep copy (22 ms of start-up instead of 4, measured on
/// `suite.toml`).
template <class Result, class... Arguments>
class SharedFunction<Result(Arguments...)> {
 public:
  SharedFunction() = default;

  template <class Callable>
  requires(!std::same_as<Callable, SharedFunction> && std::is_invocable_r_v<Result, const Callable&, Arguments...>)
      SharedFunction(Callable callable)  // NOLINT(google-explicit-constructor): as std::function
      : function_(std::make_shared<const std::function<Result(Arguments...)>>(std::move(callable))) {}

  /// Must not be empty.
  Result operator()(Arguments... arguments) const { return (*function_)(std::forward<Arguments>(arguments)...); }

  explicit operator bool() const noexcept { return function_ != nullptr; }

 private:
  std::shared_ptr<const std::function<Result(Arguments...)>> function_;
};

}  // namespace assay::config
