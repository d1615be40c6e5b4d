package io.soabench.engine.runtime.expression.saxon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.expression.StyleSheet;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.counting.CountedEvaluation;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Map;
import javax.xml.transform.Transformer;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.TransformerFactoryImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Style sheets without end or beyond a limit end by a fault; others have their normal result. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StyleSheetTest {
    private static final long MOST_ITEMS = 200_000;
    private static final int VALUE_BYTES = 1 << 20;
    private static final OffsetDateTime TIME = OffsetDateTime.parse("2026-01-31T12:00:00Z");
    private static final String SOURCE = "<r><a k='1'>1</a><a k='2'>2</a><b>x</b><a k='1'>3</a></r>";

    private static String sheet(String declarations) {
        return "<xsl:stylesheet version=\"3.0\" xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\""
                + " xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:f=\"urn:f\" exclude-result-prefixes=\"#all\">"
                + "<xsl:param name=\"n\" select=\"3\"/>" + declarations + "</xsl:stylesheet>";
    }

    /** Returns a template for the document, with declarations. */
    private static String root(String body, String declarations) {
        return sheet("<xsl:template match=\"/\"><o>" + body + "</o></xsl:template>" + declarations);
    }

    private static StyleSheet compiled(String text) {
        XsltStyleSheet.File own = new XsltStyleSheet.File("t.xsl", text.getBytes(StandardCharsets.UTF_8));
        return new XsltStyleSheet("t.xsl", (base, address) -> address.equals("/t.xsl") ? own : null);
    }

    private static Element read(String text) {
        try {
            return new ElementReader(XmlLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
        } catch (RefusedXmlException e) {
            throw new AssertionError(e);
        }
    }

    private static void endsByLimit(String text, Element source) {
        StyleSheet sheet = compiled(text);
        EvaluationBudget budget = new EvaluationBudget(MOST_ITEMS, VALUE_BYTES);

        assertThatThrownBy(() -> sheet.transform(source, Map.of(), TIME, budget))
                .isInstanceOfSatisfying(
                        FaultException.class,
                        e -> assertThat(e.fault().name()).isEqualTo(StandardFault.LIMIT_EXCEEDED.qualifiedName()));
        assertThat(budget.items()).isLessThanOrEqualTo(MOST_ITEMS + 100_000);
        assertThat(CountedEvaluation.CURRENT.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:for-each select=\"1 to 1000000000\"><xsl:if test=\". = $n - 100\">x</xsl:if></xsl:for-each>",
                "<xsl:for-each select=\"1 to 1000000000\"><xsl:value-of select=\".\"/></xsl:for-each>",
                "<xsl:value-of select=\"count((1 to 1000000000)[. mod 7 = $n])\"/>",
                "<xsl:value-of select=\"1 to $n * 600000000\"/>",
                "<xsl:for-each select=\"1 to 10000\"><xsl:for-each select=\"1 to 10000\"><xsl:if test=\". lt $n - 9\">x"
                        + "</xsl:if></xsl:for-each></xsl:for-each>",
                "<xsl:for-each select=\"1 to 100000000\"><xsl:sort select=\"-.\"/><xsl:if test=\". lt $n\">x</xsl:if>"
                        + "</xsl:for-each>",
                "<xsl:for-each-group select=\"1 to 100000000\" group-by=\". mod 3\">x</xsl:for-each-group>",
                "<xsl:iterate select=\"1 to 1000000000\"><xsl:param name=\"p\" select=\"0\"/><xsl:next-iteration>"
                        + "<xsl:with-param name=\"p\" select=\"$p + .\"/></xsl:next-iteration></xsl:iterate>",
                "<xsl:variable name=\"v\"><xsl:for-each select=\"1 to 1000000000\"><a/></xsl:for-each></xsl:variable>"
                        + "<xsl:value-of select=\"count($v/a)\"/>",
                "<xsl:variable name=\"v\" as=\"element()*\"><xsl:for-each select=\"1 to 1000000000\"><a/></xsl:for-each>"
                        + "</xsl:variable><xsl:value-of select=\"count($v)\"/>",
                "<xsl:for-each select=\"1 to 100000\"><xsl:copy-of select=\"$doc\"/></xsl:for-each>",
                "<xsl:call-template name=\"again\"/>",
                "<xsl:call-template name=\"count\"><xsl:with-param name=\"i\" select=\"1\"/></xsl:call-template>",
                "<xsl:call-template name=\"double\"><xsl:with-param name=\"s\" select=\"'xxxxxxxxxx'\"/></xsl:call-template>",
                "<xsl:call-template name=\"twice\"><xsl:with-param name=\"i\" select=\"60\"/></xsl:call-template>",
                "<xsl:apply-templates select=\"r\" mode=\"again\"/>",
                "<xsl:value-of select=\"f:again(1)\"/>",
                "<xsl:value-of select=\"f:twice(60)\"/>",
                "<xsl:value-of select=\"fold-left(1 to 60, 10, function($a, $b) { $a * $a })\"/>"
            })
    void shouldEndAStyleSheetThatHasNoEnd(String body) {
        String declarations = "<xsl:variable name=\"doc\" select=\"/\"/>"
                + "<xsl:template name=\"again\"><xsl:call-template name=\"again\"/></xsl:template>"
                + "<xsl:template name=\"count\"><xsl:param name=\"i\"/><xsl:call-template name=\"count\">"
                + "<xsl:with-param name=\"i\" select=\"$i + 1\"/></xsl:call-template></xsl:template>"
                + "<xsl:template name=\"double\"><xsl:param name=\"s\"/><xsl:call-template name=\"double\">"
                + "<xsl:with-param name=\"s\" select=\"concat($s, $s)\"/></xsl:call-template></xsl:template>"
                + "<xsl:template name=\"twice\"><xsl:param name=\"i\"/><xsl:if test=\"$i gt 0\"><xsl:call-template"
                + " name=\"twice\"><xsl:with-param name=\"i\" select=\"$i - 1\"/></xsl:call-template><xsl:call-template"
                + " name=\"twice\"><xsl:with-param name=\"i\" select=\"$i - 1\"/></xsl:call-template></xsl:if></xsl:template>"
                + "<xsl:template match=\"r\" mode=\"again\"><xsl:apply-templates select=\".\" mode=\"again\"/></xsl:template>"
                + "<xsl:function name=\"f:again\"><xsl:param name=\"i\"/><xsl:sequence select=\"f:again($i + 1)\"/>"
                + "</xsl:function><xsl:function name=\"f:twice\"><xsl:param name=\"i\"/><xsl:sequence select=\"if ($i le 0)"
                + " then 0 else f:twice($i - 1) + f:twice($i - 1)\"/></xsl:function>";

        endsByLimit(root(body, declarations), read(SOURCE));
    }

    /** Patterns, keys and accumulators are evaluated for each node. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:template match=\"/\"><o><xsl:apply-templates select=\"//a\"/></o></xsl:template>"
                        + "<xsl:template match=\"a[count(//a) lt $n]\">x</xsl:template><xsl:template match=\"a\"/>",
                "<xsl:key name=\"k\" match=\"a\" use=\"count(//a)\"/><xsl:template match=\"/\"><o><xsl:value-of"
                        + " select=\"count(key('k', $n))\"/></o></xsl:template>",
                "<xsl:key name=\"k\" match=\"a[count(//a) gt $n]\" use=\"'x'\"/><xsl:template match=\"/\"><o><xsl:value-of"
                        + " select=\"count(key('k', 'x'))\"/></o></xsl:template>",
                "<xsl:mode use-accumulators=\"c\"/><xsl:accumulator name=\"c\" initial-value=\"0\"><xsl:accumulator-rule"
                        + " match=\"a\" select=\"$value + count(//a)\"/></xsl:accumulator><xsl:template match=\"/\"><o>"
                        + "<xsl:value-of select=\"accumulator-after('c')\"/></o></xsl:template>",
                "<xsl:template match=\"/\"><o><xsl:apply-templates select=\"//a\"/></o></xsl:template><xsl:template"
                        + " match=\"a\"><xsl:if test=\"following::nothing\">x</xsl:if></xsl:template>",
                "<xsl:template match=\"/\"><o><xsl:apply-templates select=\"//a\"/></o></xsl:template><xsl:template"
                        + " match=\"a\"><xsl:if test=\"preceding-sibling::nothing\">x</xsl:if></xsl:template>"
            })
    void shouldEndWhenEachNodeIsHeldAgainstAll(String declarations) {
        endsByLimit(sheet(declarations), read("<r>" + "<a/>".repeat(2_000) + "</r>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:apply-templates select=\"r\"/>",
                "<xsl:apply-templates select=\"r\" mode=\"copy\"/>",
                "<xsl:for-each-group select=\"r/a\" group-by=\"@k\"><g k=\"{current-grouping-key()}\"><xsl:copy-of"
                        + " select=\"current-group()\"/></g></xsl:for-each-group>",
                "<xsl:for-each select=\"r/*\"><xsl:sort select=\".\" order=\"descending\"/><xsl:value-of select=\"position(), .\"/>"
                        + "</xsl:for-each>",
                "<xsl:value-of select=\"key('k', '1')\" separator=\"-\"/>",
                "<xsl:call-template name=\"down\"><xsl:with-param name=\"i\" select=\"20000\"/></xsl:call-template>",
                "<xsl:value-of select=\"f:sum(5000, 0)\"/>",
                "<xsl:iterate select=\"r/a\"><xsl:param name=\"s\" select=\"0\"/><xsl:on-completion><s><xsl:value-of"
                        + " select=\"$s\"/></s></xsl:on-completion><xsl:choose><xsl:when test=\". = 2\"><xsl:break select=\"$s\"/>"
                        + "</xsl:when><xsl:otherwise><xsl:next-iteration><xsl:with-param name=\"s\" select=\"$s + .\"/>"
                        + "</xsl:next-iteration></xsl:otherwise></xsl:choose></xsl:iterate>",
                "<xsl:variable name=\"t\"><x><y z=\"{$n}\">v</y></x></xsl:variable><xsl:copy-of select=\"$t/x/y\"/>"
                        + "<xsl:copy-of select=\"$t\"/>",
                "<xsl:for-each select=\"r/a\"><xsl:number/>:<xsl:number count=\"*\" level=\"any\"/> </xsl:for-each>",
                "<xsl:analyze-string select=\"'a1b22'\" regex=\"\\d+\"><xsl:matching-substring><d><xsl:value-of select=\".\"/>"
                        + "</d></xsl:matching-substring><xsl:non-matching-substring><xsl:value-of select=\"upper-case(.)\"/>"
                        + "</xsl:non-matching-substring></xsl:analyze-string>",
                "<xsl:element name=\"{r/b}\" use-attribute-sets=\"set\"><xsl:attribute name=\"q\" select=\"r/a\"/>"
                        + "<xsl:namespace name=\"p\" select=\"'urn:p'\"/><xsl:comment>c</xsl:comment></xsl:element>",
                "<xsl:try><xsl:value-of select=\"1 idiv 0\"/><xsl:catch>caught</xsl:catch></xsl:try>",
                "<xsl:where-populated><e><xsl:sequence select=\"r/nothing\"/></e></xsl:where-populated><xsl:sequence"
                        + " select=\"(r/a)[last()], r/a[2]/following-sibling::*, (1 to 5)[. mod 2 = 1]\"/>",
                "<xsl:value-of select=\"xs:integer('12') + 1, xs:date('2026-01-01'), 2.5 * 4, 10 idiv 3, -r/a[1]\"/>",
                "<xsl:apply-templates select=\"r/a\" mode=\"next\"/>",
                "<xsl:evaluate xpath=\"'count((1 to 10)[. mod 7 = 5]), r/a'\" context-item=\".\"/>",
                "<xsl:value-of use-when=\"(1 to 3)[. gt 2] = 3 and element-available('xsl:if')\" select=\"$static, 'x'\"/>",
                "<xsl:value-of _select=\"{'1 to'} 3\"/>",
                "<xsl:value-of select=\"tokenize('a b c', ' '), replace('abc', '(.)b', '$1-'), matches(r/b, '^x$'),"
                        + " tokenize('none', 'x'), replace('none', 'x', ''), analyze-string('abc', 'b')//text()\"/>",
                "<xsl:number value=\"3\"/><xsl:value-of select=\"(1 to 5)[3], (1 to 3) = (3, 4), (1, 2) != (2, 3), r/a = (2, 3)\"/>"
            })
    void shouldYieldWithCountersWhatItDoesWithout(String body) throws Exception {
        String text = root(
                body,
                "<xsl:variable name=\"static\" static=\"yes\" select=\"for $i in 1 to 3 return ($i)[. gt 1]\"/>"
                        + "<xsl:key name=\"k\" match=\"a\" use=\"@k\"/><xsl:attribute-set name=\"set\"><xsl:attribute name=\"s\""
                        + " select=\"$n\"/></xsl:attribute-set>"
                        + "<xsl:template match=\"a\" mode=\"next\" priority=\"2\">[<xsl:next-match/>]</xsl:template>"
                        + "<xsl:template match=\"a[. = 2]\" mode=\"next\" priority=\"1\">two</xsl:template>"
                        + "<xsl:template match=\"a\" mode=\"next\">any</xsl:template>"
                        + "<xsl:template match=\"a[2]\"><second/></xsl:template>"
                        + "<xsl:template match=\"@*|node()\" mode=\"copy\"><xsl:copy><xsl:apply-templates select=\"@*|node()\""
                        + " mode=\"copy\"/></xsl:copy></xsl:template>"
                        + "<xsl:template name=\"down\"><xsl:param name=\"i\"/><xsl:choose><xsl:when test=\"$i = 0\">end</xsl:when>"
                        + "<xsl:otherwise><xsl:call-template name=\"down\"><xsl:with-param name=\"i\" select=\"$i - 1\"/>"
                        + "</xsl:call-template></xsl:otherwise></xsl:choose></xsl:template>"
                        + "<xsl:function name=\"f:sum\"><xsl:param name=\"i\"/><xsl:param name=\"s\"/><xsl:sequence select=\""
                        + "if ($i = 0) then $s else f:sum($i - 1, $s + $i)\"/></xsl:function>");
        Transformer plain = new TransformerFactoryImpl().newTransformer(new StreamSource(new StringReader(text)));
        plain.setOutputProperty("omit-xml-declaration", "yes");
        StringWriter expected = new StringWriter();
        plain.transform(new StreamSource(new StringReader(SOURCE)), new StreamResult(expected));

        assertThat(compiled(text)
                        .transform(read(SOURCE), Map.of(), TIME, new EvaluationBudget(MOST_ITEMS, VALUE_BYTES)))
                .hasToString(read(expected.toString()).toString());
    }

    /** Saxon evaluates some parts just after it has compiled them, and compiles some when it evaluates them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:evaluate xpath=\"'count((1 to 1000000000)[. mod 7 = 5])'\"/>",
                "<xsl:evaluate xpath=\"'sum(for $x in 1 to 1000000000 return $x)'\"/>",
                "<xsl:value-of select=\"count((1 to 1000000000)[. mod 7 = 5])\"/>",
                "<xsl:number value=\"1 to 1000000000\"/>",
                "<xsl:value-of select=\"matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '(a|aa)+$')\"/>",
                "<xsl:value-of select=\"matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '(a?){30}a{30}')\"/>",
                "<xsl:analyze-string select=\"'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'\" regex=\"(a|aa)+$\">"
                        + "<xsl:non-matching-substring>x</xsl:non-matching-substring></xsl:analyze-string>"
            })
    void shouldCountWhatIsKnownBeforehand(String body) {
        endsByLimit(root(body, ""), read(SOURCE));
        endsByLimit(
                root("", "<xsl:variable name=\"global\">" + body + "</xsl:variable>")
                        .replace("<o>", "<o>{$global}".replace("{$global}", "<xsl:copy-of select=\"$global\"/>")),
                read(SOURCE));
    }

    @Test
    void shouldCountPairsInOldStyleSheets() {
        endsByLimit(
                root("<xsl:value-of select=\"//a/@k = //a/@l\"/>", "").replace("3.0", "1.0"),
                read("<r>" + "<a k='1' l='2'/>".repeat(3_000) + "</r>"));
    }

    /** The values that a style sheet needs at compile time, and sizes that are too large to be compiled. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:template match=\"/\" use-when=\"count((1 to 1000000000)[. mod 7 = 5]) gt 3\"/>",
                "<xsl:template match=\"/\" use-when=\"sum(for $x in 1 to 1000000000 return $x * $x) gt 3\"/>",
                "<xsl:template match=\"/\" use-when=\"matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '(a|aa)+$')\"/>",
                "<xsl:variable name=\"v\" static=\"yes\" select=\"string-join((1 to 300000000) ! 'x')\"/>",
                "<xsl:variable name=\"v\" static=\"yes\" select=\"let $f := function($f, $n) { if ($n lt 0) then 0 else"
                        + " $f($f, $n - 1) + $f($f, $n - 1) } return $f($f, 60)\"/>",
                "<xsl:template _match=\"{string-join((1 to 300000000) ! 'x')}\"/>",
                "DOUBLES",
                "DEEP",
                "VARIABLES"
            })
    void shouldNotCompileWithoutEnd(String declarations) {
        StringBuilder doubles = new StringBuilder("<xsl:variable name=\"v0\" static=\"yes\" select=\"'xxxxxxxxxx'\"/>");
        for (int i = 0; i < 40; i++) {
            doubles.append("<xsl:variable name=\"v")
                    .append(i + 1)
                    .append("\" static=\"yes\" select=\"concat($v")
                    .append(i)
                    .append(", $v")
                    .append(i)
                    .append(")\"/>");
        }
        StyleSheet sheet = compiled(
                switch (declarations) {
                    case "DOUBLES" -> sheet(doubles.toString());
                    case "DEEP" -> root("<a>".repeat(20_000) + "</a>".repeat(20_000), "");
                    case "VARIABLES" -> root("<xsl:variable name=\"x\" select=\"1\"/>".repeat(20_000), "");
                    default -> sheet(declarations);
                });

        assertThatThrownBy(() ->
                        sheet.transform(read(SOURCE), Map.of(), TIME, new EvaluationBudget(MOST_ITEMS, VALUE_BYTES)))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("The style sheet 't.xsl' cannot be used: ")
                .hasMessageFindingMatch("looks at more than|larger than values may be|than 500")
                .hasMessageNotContaining("Exception");
        assertThat(CountedEvaluation.CURRENT.get()).isNull();
    }

    @Test
    void shouldNotRunAStyleSheetThatAnExpressionMakes() {
        String inner = root("<xsl:value-of select='count((1 to 1000000000)[. mod 7 = 5])'/>", "")
                .replace("<", "&lt;")
                .replace("'", "''")
                .replace("\"", "&quot;");
        StyleSheet sheet = compiled(root(
                "<xsl:value-of select=\"transform(map{'stylesheet-text': '" + inner
                        + "', 'source-node': /})?output\"/>",
                ""));

        assertThatThrownBy(() ->
                        sheet.transform(read(SOURCE), Map.of(), TIME, new EvaluationBudget(MOST_ITEMS, VALUE_BYTES)))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("nobody would count what it does");
    }

    /** Resources outside of the archive are missing for every way of a style sheet. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "doc('file:///etc/hostname')",
                "document('file:///etc/hostname')",
                "unparsed-text('file:///etc/hostname')",
                "unparsed-text-lines('file:///etc/hostname')",
                "json-doc('file:///etc/hostname')",
                "collection('file:///etc/?select=hostname')",
                "uri-collection('file:///etc/')",
                "parse-xml('&lt;!DOCTYPE a [&lt;!ENTITY x SYSTEM \"file:///etc/hostname\">]>&lt;a>&amp;x;&lt;/a>')",
                "transform(map{'stylesheet-text': '&lt;x/>'})",
                "string(doc-available('file:///etc/hostname'))[. = 'true']",
                "string(unparsed-text-available('file:///etc/hostname'))[. = 'true']",
                "available-environment-variables()",
                "environment-variable('PATH')",
                "system-property('user.dir')",
                "system-property('java.home')"
            })
    void shouldSeeNothingOutside(String expression) {
        StyleSheet sheet = compiled(root("<xsl:value-of select=\"" + expression + "\"/>", ""));
        Object seen;
        try {
            seen = XPathValues.toText(
                    sheet.transform(read(SOURCE), Map.of(), TIME, new EvaluationBudget(MOST_ITEMS, VALUE_BYTES)));
        } catch (FaultException e) {
            assertThat(e.fault().name()).isEqualTo(StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.qualifiedName());
            return;
        }
        assertThat(seen).isEqualTo("");
    }

    @Test
    void shouldBeginAnewWithEachTransformation() {
        StyleSheet sheet = compiled(root(
                "<xsl:for-each select=\"1 to 1000\"><xsl:call-template name=\"t\"/></xsl:for-each>",
                "<xsl:template name=\"t\">x</xsl:template>"));
        EvaluationBudget first = new EvaluationBudget(MOST_ITEMS, VALUE_BYTES);
        sheet.transform(read(SOURCE), Map.of(), TIME, first);
        EvaluationBudget second = new EvaluationBudget(MOST_ITEMS, VALUE_BYTES);
        sheet.transform(read(SOURCE), Map.of(), TIME, second);

        assertThat(second.items()).isEqualTo(first.items()).isBetween(2_000L, 10_000L);
    }
}
