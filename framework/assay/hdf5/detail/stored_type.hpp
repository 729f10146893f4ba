#pragma once

#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/detail/layout.hpp>
#include <assay/hdf5/element_type.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::hdf5::detail {

/// A type of a file and how to decode it.
struct StoredType {
  ElementType type;                  ///< of one element, arrays taken apart
  std::vector<std::uint64_t> shape;  ///< dimensions of the arrays that were taken apart, outermost first
  Layout layout;                     ///< from a stored element (arrays whole) to decoded ones
  bool holds_variable_data = false;  ///< somewhere in it is text or a sequence of variable length

  /// Decoded elements in one stored element: the product of `shape`.
  [[nodiscard]] std::uint64_t parts() const noexcept;
};

/// Describes any type. What cannot be read exactly has its reason in `type.unreadable`.
[[nodiscard]] StoredType describe_type(hid_t type);

/// A member picked out of a compound type.
struct MemberType {
  StoredType stored;  ///< `layout` decodes the member out of a whole stored compound element
  Layout packed;      ///< decodes the member out of what reading with `memory` gives
  Id memory;          ///< memory type for H5Dread that holds nothing but the member, in the file's byte order
};

/// Finds `inner` or `member.inner` in a compound type, through arrays too; a member whose own name holds the dot wins.
/// The error says what is missing.
[[nodiscard]] tl::expected<MemberType, std::string> find_member(hid_t compound, std::string_view path);

}  // namespace assay::hdf5::detail
