#pragma once

#include <assay/run/batch.hpp>
#include <assay/run/detail/order.hpp>
#include <assay/run/detail/spawning.hpp>
#include <assay/run/event_log.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::run::detail {

/// A worker under its guard, as the runner sees it. Destroyed before its end, it ends the worker and waits for that.
class LiveWorker {
 public:
  /// Writes batch (with the cases of the order) and order into the folder (made when missing) and starts the guard.
  /// @throws base::InfrastructureError when the folder cannot be written or the guard cannot be started.
  LiveWorker(const std::filesystem::path& guard_program, const std::filesystem::path& folder, Batch batch, Order order);
  ~LiveWorker();
  LiveWorker(const LiveWorker&) = delete;
  LiveWorker& operator=(const LiveWorker&) = delete;

  /// The worker's new events of its own cases, without `worker_ended`. Others are counted as broken lines.
  [[nodiscard]] std::vector<Event> read_new();

  /// Asks the guard to end the worker; once more: without grace.
  void cancel() noexcept;

  /// Takes the guard's end, which `handle` shows. The answer is the `worker_ended` event, made up when the guard could
  /// not write one. Read all events before.
  [[nodiscard]] Event take_end();

  [[nodiscard]] int handle() const noexcept { return guard_.handle.get(); }
  [[nodiscard]] const std::filesystem::path& events() const noexcept { return order_.events; }
  [[nodiscard]] const Order& order() const noexcept { return order_; }

 private:
  [[nodiscard]] bool is_own(const Event& event) const;

  Order order_;
  std::set<std::string> names_;
  Spawned guard_;
  bool ended_ = false;
  std::optional<EventTail> tail_;
  std::size_t foreign_ = 0;
  std::string in_flight_;
  std::optional<Event> worker_ended_;
};

}  // namespace assay::run::detail
