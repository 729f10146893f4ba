#include <assay/suite/detail/data_names.hpp>

#include <set>

namespace assay::suite::detail {
namespace {

class DataUses {
 public:
  void add(const std::string& name, const base::Place& place) {
    if (!name.empty() && seen_.insert(name).second) {
      uses_.push_back({name, place});
    }
  }

  void add(const Check& check) {
    if (const auto* other = std::get_if<DatasetReference>(&check.argument)) {
      add(other->data, check.place);
    } else if (const auto* correlation = std::get_if<Correlation>(&check.argument)) {
      add(correlation->with.data, check.place);
    } else if (const auto* drift = std::get_if<DriftLimits>(&check.argument)) {
      add(drift->from.data, check.place);
    }
  }

  void add(const ExpectCase& body, const base::Place& place) {
    add(body.dataset.data, place);
    for (const Check& check : body.checks) {
      add(check);
    }
    for (const auto& part : body.parts) {
      for (const Check& check : part.second) {
        add(check);
      }
    }
  }

  void add(const FreeTable& table, const base::Place& place) {
    for (const auto& [key, value] : table) {
      if (const auto* name = std::get_if<std::string>(&value); name != nullptr && key == "data") {
        add(*name, place);
      }
    }
  }

  [[nodiscard]] std::vector<DataUse> take() { return std::move(uses_); }

 private:
  std::set<std::string> seen_;
  std::vector<DataUse> uses_;
};

}  // namespace

std::vector<DataUse> data_names(std::span<const Case* const> cases) {
  DataUses uses;
  for (const Case* item : cases) {
    if (const auto* expect = std::get_if<ExpectCase>(&item->body)) {
      uses.add(*expect, item->place);
    } else if (const auto* memorize = std::get_if<MemorizeCase>(&item->body)) {
      uses.add(memorize->model.data, item->place);
    } else if (const auto* behave = std::get_if<BehaveCase>(&item->body)) {
      uses.add(behave->data, item->place);
    } else if (const auto* examples = std::get_if<ExamplesCase>(&item->body)) {
      uses.add(examples->file, item->place);
      uses.add(examples->predictions, item->place);
      uses.add(examples->baseline, item->place);
      if (!item->needs()) {
        uses.add(examples->model.checkpoint, item->place);
      }
    }
  }
  return uses.take();
}

}  // namespace assay::suite::detail
