#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/missing_test.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

namespace assay::expect::detail {

class MissingTest::Values {
 public:
  Values() = default;
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;
  virtual ~Values() = default;
  virtual void clear(const Elements& elements, std::span<std::uint8_t> present) const = 0;
};

template <class T>
class MissingTest::ValuesOf final : public Values {
 public:
  ValuesOf(std::vector<T> values, bool nan) : values_(std::move(values)), nan_(nan) {
    std::sort(values_.begin(), values_.end());
  }

  void clear(const Elements& elements, std::span<std::uint8_t> present) const override {
    const auto data = std::get<std::span<const T>>(elements);
    if (values_.size() == 1) {
      const T& only = values_.front();
      for (std::size_t i = 0; i < data.size(); ++i) {
        if (data[i] == only) present[i] = 0;
      }
    } else if (!values_.empty()) {
      for (std::size_t i = 0; i < data.size(); ++i) {
        // NaN has no place in an order: a search would find it everywhere.
        if (data[i] == data[i] && std::binary_search(values_.begin(), values_.end(), data[i])) present[i] = 0;
      }
    }
    if constexpr (std::is_floating_point_v<T>) {
      if (nan_) {
        for (std::size_t i = 0; i < data.size(); ++i) {
          if (data[i] != data[i]) present[i] = 0;
        }
      }
    }
  }

  /// Null when nothing could match.
  static std::unique_ptr<const Values> make(const suite::MissingRule& rule, const hdf5::ElementType& type,
                                            const std::optional<std::vector<std::byte>>& fill) {
    std::vector<T> values;
    bool nan = std::is_floating_point_v<T> && rule.nan;
    const auto add = [&](const std::optional<T>& value) {
      if (!value) return;
      if (*value == *value) {
        values.push_back(*value);
      } else {
        nan = true;
      }
    };
    for (const base::Scalar& literal : rule.values) {
      if constexpr (kIsText<T>) {
        if (const auto* text = std::get_if<std::string>(&literal)) add(*text);
      } else {
        if (const auto number = number_of(literal)) add(literal_value<T>(*number, float_format(type)));
      }
    }
    if (rule.fill && fill) add(fill_value(type, *fill));
    if (values.empty() && !nan) return nullptr;
    return std::make_unique<ValuesOf>(std::move(values), nan);
  }

 private:
  static std::optional<T> fill_value(const hdf5::ElementType& type, const std::vector<std::byte>& fill) {
    if constexpr (kIsText<T>) {
      std::string text(fill.size(), '\0');
      if (!fill.empty()) std::memcpy(text.data(), fill.data(), fill.size());
      text.resize(std::min(text.find('\0'), text.size()));
      return text;
    } else if constexpr (std::is_same_v<T, float>) {
      if (type.size == 2 && fill.size() >= 2) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, fill.data(), sizeof(bits));
        return type.brain_float ? brain_to_float(bits) : half_to_float(bits);
      }
    }
    if constexpr (!kIsText<T>) {
      if (fill.size() < sizeof(T)) return std::nullopt;
      T value{};
      std::memcpy(&value, fill.data(), sizeof(T));
      return value;
    }
  }

  std::vector<T> values_;
  bool nan_;
};

MissingTest::MissingTest(const suite::MissingRule& rule, const hdf5::ElementType& type,
                         const std::optional<std::vector<std::byte>>& fill)
    : never_written_(rule.fill) {
  if (rule.empty() || !(is_number(type) || is_text(type))) return;
  values_ = with_element_type(type, [&]<class T>(std::type_identity<T>) -> std::unique_ptr<const Values> {
    return ValuesOf<T>::make(rule, type, fill);
  });
}

MissingTest::~MissingTest() = default;
MissingTest::MissingTest(MissingTest&&) noexcept = default;
MissingTest& MissingTest::operator=(MissingTest&&) noexcept = default;

void MissingTest::clear_missing(const Elements& elements, Ranges unwritten, std::span<std::uint8_t> present) const {
  if (never_written_) {
    for (const auto& [begin, end] : unwritten) {
      std::fill(present.begin() + static_cast<std::ptrdiff_t>(begin),
                present.begin() + static_cast<std::ptrdiff_t>(end), std::uint8_t{0});
    }
  }
  if (values_ != nullptr) values_->clear(elements, present);
}

MissingTests::MissingTests(const suite::MissingRule& rule, const Structure& structure) {
  const std::size_t count = rule.fill ? structure.shards.size() : 1;
  tests_.reserve(count);
  for (std::size_t shard = 0; shard < count; ++shard) {
    tests_.emplace_back(rule, structure.type, structure.shards[shard].fill);
  }
}

}  // namespace assay::expect::detail
