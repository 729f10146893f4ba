#include <assay/expect/detail/row_keys.hpp>

#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace assay::expect::detail {

namespace {

/// Which elements of the row are missing, as one more part of its content; a row without any adds nothing.
void add_missing(std::span<const std::uint8_t> present, RowHasher& hasher) {
  bool any = false;
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (present[i] != 0) continue;
    if (!any) hasher.add(std::numeric_limits<std::uint64_t>::max());
    any = true;
    hasher.add(i);
  }
}

template <class T>
T plain(T value) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    // Adding 0 makes 0.0 of -0.0; every NaN becomes the same one.
    return value == value ? value + T{0} : std::numeric_limits<T>::quiet_NaN();
  } else {
    return value;
  }
}

/// Elements by their bytes once they are made plain.
template <class T>
class PlainContent final : public RowContent {
 public:
  PlainContent(std::span<const T> values, std::uint64_t row_elements) : values_(values), row_(row_elements) {}
  void add_row(std::uint64_t row, std::span<const std::uint8_t> present, RowHasher& hasher) override {
    const auto values = values_.subspan(row * row_.size(), row_.size());
    if (std::is_integral_v<T> && present.empty()) {
      hasher.add_bytes(std::as_bytes(values));
      return;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      row_[i] = present.empty() || present[i] != 0 ? plain(values[i]) : T{0};
    }
    hasher.add_bytes(std::as_bytes(std::span<const T>(row_)));
    add_missing(present, hasher);
  }

 private:
  std::span<const T> values_;
  std::vector<T> row_;
};

/// Whole numbers by their value, whatever their width.
template <class T>
class WidenedContent final : public RowContent {
 public:
  WidenedContent(std::span<const T> values, std::uint64_t row_elements)
      : values_(values), row_elements_(row_elements) {}
  void add_row(std::uint64_t row, std::span<const std::uint8_t> present, RowHasher& hasher) override {
    const auto values = values_.subspan(row * row_elements_, row_elements_);
    // A negative number and a large unsigned one may have the same 64 bits: the signs are part of the content.
    std::uint64_t signs = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const T value = present.empty() || present[i] != 0 ? values[i] : T{0};
      hasher.add(static_cast<std::uint64_t>(value));
      signs = signs * 0x9E3779B97F4A7C15U + (value < 0 ? i + 1 : 0);
    }
    hasher.add(signs);
    add_missing(present, hasher);
  }

 private:
  std::span<const T> values_;
  std::uint64_t row_elements_;
};

class TextContent final : public RowContent {
 public:
  TextContent(std::span<const std::string> values, std::uint64_t row_elements)
      : values_(values), row_elements_(row_elements) {}
  void add_row(std::uint64_t row, std::span<const std::uint8_t> present, RowHasher& hasher) override {
    const auto values = values_.subspan(row * row_elements_, row_elements_);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!present.empty() && present[i] == 0) continue;
      hasher.add(values[i].size());
      hasher.add_bytes(std::as_bytes(std::span(values[i])));
    }
    add_missing(present, hasher);
  }

 private:
  std::span<const std::string> values_;
  std::uint64_t row_elements_;
};

/// A float inside a compound element.
struct FloatField {
  std::size_t offset;
  std::size_t size;
  bool brain;
};

void collect_floats(const hdf5::ElementType& type, std::size_t offset, std::vector<FloatField>& fields) {
  for (const hdf5::Member& member : type.members) {
    std::size_t parts = 1;
    for (const std::uint64_t dimension : member.shape) parts *= dimension;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t place = offset + member.offset + part * member.type.size;
      if (member.type.kind == hdf5::ElementKind::kFloat) {
        fields.push_back({place, member.type.size, member.type.brain_float});
      } else if (member.type.kind == hdf5::ElementKind::kCompound) {
        collect_floats(member.type, place, fields);
      }
    }
  }
}

template <class T>
void make_plain(std::byte* place) noexcept {
  T value{};
  std::memcpy(&value, place, sizeof(T));
  value = plain(value);
  std::memcpy(place, &value, sizeof(T));
}

void make_plain_half(std::byte* place, bool brain) noexcept {
  std::uint16_t bits = 0;
  std::memcpy(&bits, place, sizeof(bits));
  const float value = brain ? brain_to_float(bits) : half_to_float(bits);
  if (value == 0) bits = 0;
  if (value != value) bits = std::numeric_limits<std::uint16_t>::max();
  std::memcpy(place, &bits, sizeof(bits));
}

/// Whole compound elements: packed bytes, once the floats among them are made plain.
class CompoundContent final : public RowContent {
 public:
  CompoundContent(const CompoundElements& elements, std::uint64_t row_elements)
      : elements_(elements), row_elements_(row_elements), element_(elements.type->size) {
    collect_floats(*elements.type, 0, floats_);
  }
  void add_row(std::uint64_t row, std::span<const std::uint8_t> present, RowHasher& hasher) override {
    for (std::uint64_t i = 0; i < row_elements_; ++i) {
      if (!present.empty() && present[i] == 0) continue;
      const auto bytes = elements_.bytes.subspan((row * row_elements_ + i) * element_.size(), element_.size());
      element_.assign(bytes.begin(), bytes.end());
      for (const FloatField& field : floats_) {
        if (field.size == 8) {
          make_plain<double>(element_.data() + field.offset);
        } else if (field.size == 4) {
          make_plain<float>(element_.data() + field.offset);
        } else {
          make_plain_half(element_.data() + field.offset, field.brain);
        }
      }
      hasher.add_bytes(element_);
    }
    add_missing(present, hasher);
  }

 private:
  CompoundElements elements_;
  std::uint64_t row_elements_;
  std::vector<std::byte> element_;
  std::vector<FloatField> floats_;
};

}  // namespace

std::unique_ptr<RowContent> RowContent::of(const Elements& elements, std::uint64_t row_elements, bool widened) {
  return std::visit(
      [&]<class Span>(const Span& values) -> std::unique_ptr<RowContent> {
        if constexpr (std::is_same_v<Span, std::span<const std::string>>) {
          return std::make_unique<TextContent>(values, row_elements);
        } else if constexpr (std::is_same_v<Span, CompoundElements>) {
          return std::make_unique<CompoundContent>(values, row_elements);
        } else if constexpr (std::is_same_v<Span, std::monostate>) {
          throw base::InternalError("rows of a type without content rule were to be hashed");
        } else {
          using T = std::remove_const_t<typename Span::element_type>;
          if constexpr (std::is_integral_v<T>) {
            if (widened) return std::make_unique<WidenedContent<T>>(values, row_elements);
          }
          return std::make_unique<PlainContent<T>>(values, row_elements);
        }
      },
      elements);
}

}  // namespace assay::expect::detail
