package io.soabench.dsl.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Words and parts of texts. */
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
