#pragma once

#include <assay/base/scalar.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay::hdf5 {

/// What one element of a dataset is. Arrays are no kind: their dimensions are the last ones of the dataset's shape.
enum class ElementKind {
  kInteger,
  kFloat,    ///< float16, bfloat16, float32, float64 and, unreadable, any other
  kBoolean,  ///< an enum FALSE = 0, TRUE = 1 over one byte, as h5py writes it
  kEnum,
  kString,  ///< fixed or variable length
  kCompound,
  kVariable,  ///< variable-length sequence
  kOther,     ///< reference, opaque, bit field, time
};

struct Member;

/// Type of an element, without its byte order.
struct ElementType {
  ElementKind kind = ElementKind::kOther;
  std::size_t size = 0;      ///< bytes in memory once decoded; 0 for variable-length text and sequences
  bool is_signed = false;    ///< of integers and of an enum's base
  bool brain_float = false;  ///< of kFloat with size 2: bfloat16
  bool variable = false;     ///< of strings
  std::string unreadable;    ///< why elements cannot be read exactly; empty when they can
  std::string word;          ///< name of a type that suite files have no word for (`reference`, `float128`); else empty
  std::vector<std::pair<std::string, base::Number>> names;  ///< of enums: name and number, in the order of the file
  std::vector<Member> members;                              ///< of compounds, in the order of the file

  /// The word of a suite file: `uint8`, `bfloat16`, `string`, `compound`, `vlen`; a descriptive word for other types.
  [[nodiscard]] std::string name() const;
};

/// One member of a compound type.
struct Member {
  std::string name;
  std::size_t offset = 0;  ///< in the decoded compound element, which has no gaps
  ElementType type;
  std::vector<std::uint64_t> shape;  ///< of a member that is an array; else empty
};

}  // namespace assay::hdf5
