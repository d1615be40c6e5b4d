package io.soabench.ide.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Position;
import org.junit.jupiter.api.Test;

/** Words, lines and parts of texts. */
class TokensTest {

    private static String cut(String text) {
        return Tokens.of(text).all().stream().map(Token::text).collect(Collectors.joining(" "));
    }

    @Test
    void shouldCutATextAsTheParserDoes() {
        assertThat(cut("rate 50/s x-y.. z<->a \"a\\\"b\"")).isEqualTo("rate 50 /s x-y .. z <-> a \"a\\\"b\"");
        assertThat(cut("p99.9 -5 2 /min<=3 {h1->h2}")).isEqualTo("p99 . 9 -5 2 /min <= 3 { h1 -> h2 }");
    }

    @Test
    void shouldTellCommentsAndTextsThatDoNotEnd() {
        List<Token> tokens = Tokens.of("a // b \"c\"\n\"d\ne /* f").all();

        assertThat(tokens).extracting(Token::text).containsExactly("a", "// b \"c\"", "\"d", "e", "/* f");
        assertThat(tokens)
                .extracting(Token::kind)
                .containsExactly(
                        Token.Kind.WORD, Token.Kind.COMMENT, Token.Kind.STRING, Token.Kind.WORD, Token.Kind.COMMENT);
    }

    @Test
    void shouldFindPlaces() {
        Lines lines = new Lines("ab\r\ncd\n\n");

        assertThat(lines.count()).isEqualTo(4);
        assertThat(lines.position(5)).isEqualTo(new Position(1, 1));
        assertThat(lines.offset(1, 1)).isEqualTo(5);
        assertThat(lines.offset(0, 99)).as("the end of the line").isEqualTo(2);
        assertThat(lines.offset(99, 0)).as("the end of the text").isEqualTo(8);
        for (int i = 0; i <= 8; i++) {
            if (i != 3) {
                assertThat(lines.offset(lines.position(i))).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldCutAModelIntoPartsThatCoverIt() {
        String text = "testbed a\nseed 1\nhost here {\nserver b : c on here { port http\n 80 }\n  host d  host e\n";

        List<Unit> units = Unit.of(text, Tokens.of(text));

        assertThat(units.stream()
                        .map(unit -> text.substring(unit.start(), unit.end()))
                        .collect(Collectors.joining("|")))
                .isEqualTo(
                        "testbed a\nseed 1\n|host here {\n|server b : c on here { port http\n 80 }\n  |host d  host e\n");
    }
}
