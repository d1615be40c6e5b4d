package io.soabench.engine.runtime.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.wsdl.SchemaSources;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The validator of the JDK searches with backtracking, so texts must not take it too many steps. Steps are counted, not time. */
class PatternBudgetTest {
    private static final String TOO_LONG = "take too long to be held against a 'pattern'";

    /** A value with a text of a type with a pattern, one of any characters, and an attribute of that type. */
    private static String problem(String pattern, String base, String code, String note, String attribute)
            throws Exception {
        String schema =
                """
                <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" xmlns:t="urn:t">
                  <x:simpleType name="code"><x:restriction base="x:%s"><x:pattern value="%s"/></x:restriction></x:simpleType>
                  <x:simpleType name="codes"><x:list itemType="t:code"/></x:simpleType>
                  <x:element name="all"><x:complexType>
                    <x:sequence>
                      <x:element name="code" type="t:code"/><x:element name="note" type="x:string"/>
                    </x:sequence>
                    <x:attribute name="code" type="t:code"/><x:attribute name="note"/><x:attribute name="codes" type="t:codes"/>
                  </x:complexType></x:element>
                </x:schema>"""
                        .formatted(base, pattern);
        ValueSchema.Type type = new ValueSchema.Type(new QName("urn:t", "all"), true);
        Element value = Element.empty("t", "urn:t", "all")
                .withContent(List.of(Element.text("", "", "code", code), Element.text("", "", "note", note)));
        if (attribute != null) {
            String[] parts = attribute.split("=", 2);
            value = value.withAttribute(new Attribute("", "", parts[0], parts[1]));
        }
        return ValueSchema.compile(
                        new SchemaSources(List.of(new SchemaSources.Schema("urn:t", schema)), Map.of()), Set.of(type))
                .problem(type, value);
    }

    private static long steps(String pattern, String text) {
        return PatternReading.program(pattern).count(text, Long.MAX_VALUE / 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                // 10 characters kept the validator busy for 221 s.
                "(a?){40}a{40} a 10",
                "((a{1,9}){1,9}){1,9}b a 40",
                "(a|a|a){1,30}b a 30",
                "(a{1,3}-?){1,30}b a 40",
                "[a-z]+ a 60000",
                "[a-z]* a 60000",
                "\\w+(\\s\\w+)* a 30000",
                ".*b a 60000",
                "(.*a){12}b a 20000"
            })
    void shouldRefuseTextsThatTakeTooManySteps(String pattern, String part, int times) throws Exception {
        String text = part.repeat(times);
        assertThat(problem(pattern, "string", text, "", null)).contains(TOO_LONG);
        assertThat(problem(pattern, "token", " \n " + text, "", null)).contains(TOO_LONG);
    }

    @Test
    void shouldRefuseSuchTextsInAttributesAndLists() throws Exception {
        String text = "a".repeat(12);
        assertThat(problem("(a?){40}a{40}|b", "string", "b", "", "code=" + text))
                .contains(TOO_LONG);
        assertThat(problem("(a?){40}a{40}|b", "string", "b", "", "codes=b b " + text))
                .contains(TOO_LONG);
        assertThat(problem("(a?){40}a{40}|b", "string", "b", "", "codes=b b")).isNull();
    }

    @Test
    void shouldTakeSuchTextsWhereTheyHaveNoPattern() throws Exception {
        String text = "a".repeat(200_000);
        assertThat(problem("[a-z]+", "string", "abc", text, null)).isNull();
        assertThat(problem("[a-z]+", "string", "abc", text, "note=" + text)).isNull();
        assertThat(problem("[a-z]+", "string", "abc", text, "code=ABC")).contains("cvc-pattern-valid");
        assertThat(problem("[a-z]+", "string", text, text, null)).contains(TOO_LONG);
        assertThat(problem("[a-z]+", "string", "abc", text, "code=" + text)).contains(TOO_LONG);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "[a-z]+ abc",
                "\\d{3}-[A-Z]{2} 123-AB",
                "([a-zA-Z0-9_.\\-])+@(([a-zA-Z0-9\\-])+\\.)+([a-zA-Z]{2,4}) some.body@example.org",
                "(([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\\.){3}([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]) 192.168.200.254",
                "(\\+?\\d{1,3}[.\\-]?){2,6} +49.30-1234.567",
                "\\p{Lu}\\p{L}*(-\\p{L}+)? Ä-b",
                "\\i\\c* _a.b",
                "[a-z-[aeiou]]{1,5} xyz",
                "[^x!]*|x{0,5} yy",
                "[\\-+]?\\d+(\\.\\d{1,2})? -12.5",
                "() ''"
            })
    void shouldTakeFewStepsForUsualPatterns(String pattern, String text) throws Exception {
        assertThat(steps(pattern, text)).isLessThan(PatternBudget.STEPS_PER_CHARACTER * (text.length() + 1L));
        assertThat(problem(pattern, "string", text, "", null)).isNull();
        assertThat(problem(pattern, "string", text + "\u20ac!", "", null)).contains("cvc-pattern-valid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a-z]+", "(a|b)*", "([a-z]{4})*", "[a-z]{0,200}", "a(a|b){1,100000}"})
    void shouldGrowAsTheTextDoesWhereTheTextIsShort(String pattern) {
        long once = steps(pattern, "a".repeat(50));
        long twice = steps(pattern, "a".repeat(100));
        assertThat((double) twice / once).isLessThan(2.5);
    }

    /** The validator goes through the copies of a part once, however they are nested. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "([a-z]{3}){4} 12",
                "([a-z]{100}){300} 30000",
                "(([a-z]{5}){40}){200} 40000",
                "[a-z]{30000} 30000",
                "([a-z]{100}[0-9]?){300} 30000"
            })
    void shouldTakeAStepForEachCopyOfAnExactCount(String pattern, int length) throws Exception {
        String text = "a".repeat(length);
        assertThat(steps(pattern, text)).isLessThan(4L * length);
        assertThat(problem(pattern, "string", text, "", null)).isNull();
        assertThat(problem(pattern, "string", text + "!", "", null)).contains("cvc-pattern-valid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(){2000000000}", "(a{0}){2000000000}b", "(a{60000}){60000}", "((a?){900}){900}"})
    void shouldReadEndlessCountsAtOnce(String pattern) {
        assertThat(steps(pattern, "")).isLessThan(1_000_000);
    }

    @Test
    void shouldCountTheSquareOfRepetitionsWithoutAnEnd() {
        long once = steps("[a-z]+", "a".repeat(40_000));
        long twice = steps("[a-z]+", "a".repeat(80_000));
        assertThat((double) twice / once).isBetween(3.5, 4.2);
    }

    @Test
    void shouldCountNoFurtherThanAsked() {
        assertThat(PatternReading.program("(a?){40}a{40}").count("a".repeat(30), 10_000))
                .isEqualTo(10_001);
    }

    @Test
    void shouldAddUpWhatManyTextsTake() throws Exception {
        String schema =
                """
                <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:element name="all"><x:complexType><x:sequence>
                  <x:element name="e" maxOccurs="unbounded"><x:simpleType><x:restriction base="x:string">
                    <x:pattern value="[a-z]+"/></x:restriction></x:simpleType></x:element>
                </x:sequence></x:complexType></x:element></x:schema>""";
        ValueSchema.Type type = new ValueSchema.Type(new QName("all"), true);
        ValueSchema values = ValueSchema.compile(
                new SchemaSources(List.of(new SchemaSources.Schema("", schema)), Map.of()), Set.of(type));
        Element small = Element.text("", "", "e", "a".repeat(100));
        Element large = Element.text("", "", "e", "a".repeat(13_000));
        Element all = Element.empty("", "", "all");
        assertThat(values.problem(type, all.withContent(java.util.Collections.nCopies(5_000, small))))
                .isNull();
        assertThat(values.problem(type, all.withContent(List.of(large)))).isNull();
        assertThat(values.problem(type, all.withContent(java.util.Collections.nCopies(5, large))))
                .contains(TOO_LONG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a{", "(", "[a", "a{x}", "\\p{IsNoBlock}", "*"})
    void shouldTakeTheWorstWhereAPatternIsNotUnderstood(String pattern) {
        assertThat(steps(pattern, "b".repeat(60_000))).isGreaterThan(PatternBudget.MOST_STEPS);
    }
}
