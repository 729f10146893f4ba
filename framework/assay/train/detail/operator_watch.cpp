#include <assay/train/detail/operator_watch.hpp>

#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>

#include <utility>

namespace assay::train::detail {
namespace {

struct CallContext : at::ObserverContext {
  OperatorCall call;
  bool wanted = true;
  bool backward = false;  ///< it is a node of the backward pass itself
};

}  // namespace

struct OperatorWatch::Watcher {
  std::function<bool(std::string_view)> wanted;
  std::function<void(const OperatorCall&)> seen;
  Watcher* outer = nullptr;
  std::vector<std::string> nodes;  ///< of the backward pass that are at work, the innermost last

  /// Callbacks are plain functions: they find who watches this thread here.
  static Watcher*& current() {
    static thread_local Watcher* watcher = nullptr;
    return watcher;
  }

  static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
    Watcher* watcher = current();
    if (watcher == nullptr) {
      return nullptr;
    }
    auto context = std::make_unique<CallContext>();
    context->backward = function.scope() == at::RecordScope::BACKWARD_FUNCTION;
    if (context->backward) {
      watcher->nodes.emplace_back(function.name());
      return context;
    }
    context->wanted = watcher->wanted(function.name());
    if (!context->wanted) {
      return nullptr;
    }
    context->call.name = function.name();
    context->call.backward_of = watcher->nodes.empty() ? "" : watcher->nodes.back();
    for (const c10::IValue& input : function.inputs()) {
      context->call.inputs.push_back(input.isTensor() ? input.toTensor() : at::Tensor());
      std::vector<std::int64_t>& numbers = context->call.numbers.emplace_back();
      if (input.isInt()) {
        numbers = {input.toInt()};
      } else if (input.isBool()) {
        numbers = {input.toBool() ? 1 : 0};
      } else if (input.isIntList()) {
        numbers = input.toIntVector();
      }
    }
    return context;
  }

  static void end(const at::RecordFunction& function, at::ObserverContext* context) {
    Watcher* watcher = current();
    auto* call = dynamic_cast<CallContext*>(context);
    if (watcher == nullptr || call == nullptr) {
      return;
    }
    if (call->backward) {
      if (!watcher->nodes.empty()) {
        watcher->nodes.pop_back();
      }
      return;
    }
    for (const c10::IValue& output : function.outputs()) {
      call->call.outputs.push_back(output.isTensor() ? output.toTensor() : at::Tensor());
    }
    // What is done with a call is not watched itself.
    const at::RecordFunctionGuard unwatched(/*is_enabled=*/false);
    watcher->seen(call->call);
  }
};

OperatorWatch::OperatorWatch(std::function<bool(std::string_view)> wanted,
                             std::function<void(const OperatorCall&)> seen)
    : watcher_(std::make_unique<Watcher>()) {
  watcher_->wanted = std::move(wanted);
  watcher_->seen = std::move(seen);
  watcher_->outer = std::exchange(Watcher::current(), watcher_.get());
  handle_ = at::addThreadLocalCallback(at::RecordFunctionCallback(&Watcher::begin, &Watcher::end)
                                           .needsInputs(true)
                                           .needsOutputs(true)
                                           .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION}));
}

OperatorWatch::~OperatorWatch() {
  at::removeCallback(handle_);
  Watcher::current() = watcher_->outer;
}

}  // namespace assay::train::detail
