#include <assay/report/detail/xml_text.hpp>

#include <gtest/gtest.h>

#include <string>

namespace assay::report::detail {
namespace {

TEST(XmlText, EscapesMarkup) {
  EXPECT_EQ(xml_text("a & b < c > d \"e\" 'f' ]]>"), "a &amp; b &lt; c &gt; d &quot;e&quot; 'f' ]]&gt;");
  EXPECT_EQ(xml_text("&amp;"), "&amp;amp;");
}

TEST(XmlText, ForbiddenCharactersAreWrittenOut) {
  EXPECT_EQ(xml_text(std::string("\0\x01\x1b\x7f\xff", 5)), "\\x00\\x01\\x1b\\x7f\\xff");
  EXPECT_EQ(xml_text("\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD"), "\\ufffe\\uffff\xEF\xBF\xBD");
  EXPECT_EQ(xml_text("\xEF\xBF"), "\\xef\\xbf");
}

TEST(XmlText, LineEndsSurviveInText) { EXPECT_EQ(xml_text("a\r\n\tb"), "a&#13;\n\tb"); }

TEST(XmlAttribute, LineEndsSurviveAsReferences) { EXPECT_EQ(xml_attribute("a\r\n\tb"), "a&#13;&#10;&#9;b"); }

}  // namespace
}  // namespace assay::report::detail
