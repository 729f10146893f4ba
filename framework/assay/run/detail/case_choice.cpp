#include <assay/run/detail/case_choice.hpp>
#include <assay/suite/filter.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace assay::run::detail {

namespace {

/// Puts chosen cases in their order and into units that no shard cuts.
class Choice {
 public:
  explicit Choice(const std::vector<ChosenCase>& all) : all_(all), unit_of_(all.size()) {
    for (std::size_t i = 0; i < all.size(); ++i) by_name_.emplace(all[i].name, i);
  }

  void add(std::size_t index) {
    if (unit_of_[index]) return;
    const std::optional<std::size_t> needed = needed_by(index);
    if (needed) add(*needed);
    unit_of_[index] = needed ? *unit_of_[*needed] : units_++;
    order_.push_back(index);
  }

  [[nodiscard]] std::optional<std::size_t> needed_by(std::size_t index) const {
    if (all_[index].needs.empty()) return std::nullopt;
    const auto found = by_name_.find(all_[index].needs);
    return found == by_name_.end() ? std::nullopt : std::optional(found->second);
  }

  [[nodiscard]] std::vector<ChosenCase> part(unsigned shard, unsigned shards) const {
    std::vector<ChosenCase> part;
    for (const std::size_t index : order_) {
      if (is_in_shard(*unit_of_[index], shard, shards)) part.push_back(all_[index]);
    }
    return part;
  }

 private:
  const std::vector<ChosenCase>& all_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<std::optional<std::size_t>> unit_of_;
  std::vector<std::size_t> order_;
  std::size_t units_ = 0;
};

}  // namespace

std::vector<ChosenCase> choose(const suite::Project& project, const Selection& selection,
                               const std::vector<ChosenCase>& all, const std::vector<std::size_t>& tiers,
                               std::vector<base::Mistake>& mistakes) {
  std::set<std::string> tier_names;
  for (const std::size_t tier : tiers) tier_names.insert(project.tiers[tier].name);
  const auto rank = [&project](const ChosenCase& item) {
    return std::ranges::find(project.tiers, item.options.tier, &suite::Tier::name) - project.tiers.begin();
  };
  const suite::Filter filter(selection.filters);
  Choice choice(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ChosenCase& item = all[i];
    if (!tier_names.contains(item.options.tier) || !filter.selects(item.name, item.checks)) continue;
    if (const auto needed = choice.needed_by(i); needed && rank(all[*needed]) > rank(item)) {
      mistakes.push_back(
          {item.place, fmt::format("{} is of the tier {}, but it needs {}, which is of the later tier {}", item.name,
                                   item.options.tier, all[*needed].name, all[*needed].options.tier)});
    }
    choice.add(i);
  }
  return choice.part(selection.shard, selection.shards);
}

}  // namespace assay::run::detail
