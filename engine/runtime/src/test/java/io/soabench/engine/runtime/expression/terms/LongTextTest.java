package io.soabench.engine.runtime.expression.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions over texts take a time that is linear in them, or give up. The times are those of a machine that is stuck. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LongTextTest {
    private static final int VALUE_BYTES = 32 << 20;
    private static final String HAY = "a".repeat(2_000_000);
    private static final String NEEDLE = "a".repeat(1_000_000) + "b";

    private static Slots slots(String hay, String needle) {
        return new Slots() {
            @Override
            public Element slot(int hops, int index) {
                return Element.text("", "", "t", index == 0 ? hay : needle);
            }

            @Override
            public boolean link(int index) {
                return false;
            }

            @Override
            public int valueBytes() {
                return VALUE_BYTES;
            }
        };
    }

    private static final References REFERENCES =
            References.ofVariables(name -> new Reference(0, name.equals("h") ? 0 : 1, Reference.Kind.STRING, name));

    @Test
    void shouldFindWhatTheLibraryFinds() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            String text = word(random, random.nextInt(40));
            String part = word(random, random.nextInt(6));

            assertThat(TextSearch.search(text, part))
                    .as("'%s' in '%s'", part, text)
                    .isEqualTo(text.indexOf(part));
        }
    }

    private static String word(Random random, int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(2)));
        }
        return word.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "string(contains($h, $n)); false",
                "concat('', contains(normalize-space($h), $n)); false",
                "substring-after($h, $n); ''",
                "substring-before($h, $n); ''",
                "substring-after(normalize-space($h), $n); ''",
                "string-length(translate($h, 'a', 'b')); 2000000"
            })
    void shouldSearchInLinearTime(String expression, String expected) throws ExpressionSyntaxException {
        assertThat(ExpressionCompiler.expression(expression, Map.of(), REFERENCES)
                        .string(slots(HAY, NEEDLE)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "substring-after('abcab', 'b'); cab",
                "substring-before('abcab', 'b'); a",
                "substring-after('abc', 'x'); ''",
                "substring-before('abc', ''); ''",
                "substring-after('abc', ''); abc",
                "string(contains('abc', '')); true"
            })
    void shouldMeanWhatXPathSays(String expression, String expected) throws ExpressionSyntaxException {
        assertThat(ExpressionCompiler.expression(expression, Map.of(), REFERENCES)
                        .string(slots("", "")))
                .isEqualTo(expected);
    }

    @Test
    void shouldSplitToElementsAsTheLibraryDoes() {
        Object split = OdeFunctions.call("splitToElements", List.of(",a, b ,,c, ,,", ",", "e", "urn:e"), VALUE_BYTES);

        assertThat(((Element) split).elements()).extracting(Element::text).containsExactly("", "a", "b", "", "c", "");
        assertThat(((Element) split).elements())
                .allSatisfy(element -> assertThat(element.namespace()).isEqualTo("urn:e"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"a,; ,; 1000000", "a; a*b; 60000"})
    void shouldGiveUpSplittingWhatTakesTooMuch(String repeated, String separator, int times) {
        List<Object> arguments = List.of(repeated.repeat(times), separator.strip(), "e");

        assertThatThrownBy(() -> OdeFunctions.call("splitToElements", arguments, VALUE_BYTES))
                .isInstanceOfSatisfying(
                        FaultException.class,
                        e -> assertThat(e.fault().name()).isEqualTo(StandardFault.LIMIT_EXCEEDED.qualifiedName()));
    }

    @Test
    void shouldSplitALongTextThatHasFewPieces() {
        Object split = OdeFunctions.call("splitToElements", List.of("a,".repeat(100_000), ",", "e"), VALUE_BYTES);

        assertThat(((Element) split).elements()).hasSize(100_000);
    }

    @Test
    void shouldEscapeLongValues() {
        Object url = OdeFunctions.call("composeUrl", List.of("http://h/{u}", "u", "ä ".repeat(100_000)), VALUE_BYTES);

        assertThat(url).asString().hasSize("http://h/".length() + 900_000).startsWith("http://h/%C3%A4%20%C3%A4");
    }

    @Test
    void shouldRefuseAUrlThatIsLargerThanValuesMayBe() {
        List<Object> arguments = List.of("http://h/" + "{u}".repeat(100), "u", "a".repeat(1 << 20));

        assertThatThrownBy(() -> OdeFunctions.call("composeUrl", arguments, VALUE_BYTES))
                .isInstanceOfSatisfying(
                        FaultException.class,
                        e -> assertThat(e.fault().name()).isEqualTo(StandardFault.LIMIT_EXCEEDED.qualifiedName()));
    }
}
