package io.soabench.contracts.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharacterClassTest {
    /** Source: XML Schema Part 2, appendix F. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "[a-c] b -",
                "[-a] - b",
                "[a-] - b",
                "[^a-c] d b",
                "[a-z-[aeiou]] b a",
                "[\\d.] 7 x",
                "\\i _ 1",
                "\\c 1 !",
                "\\W ! a",
                "\\p{Lu} A a",
                "\\P{Lu} a A",
                "\\p{IsBasicLatin} a \u00e4",
                "[\\]] ] a",
                "[&&a] & b",
                ". x ''"
            })
    void shouldTakeTheCharactersThatASchemaMeans(String pattern, String in, String out) {
        CharacterClass read = CharacterClass.read("x" + pattern + "y", 1);

        assertThat(read.end()).isEqualTo(1 + pattern.length());
        assertThat(Pattern.matches(read.java(), in)).isTrue();
        assertThat(Pattern.matches(read.java(), out)).isFalse();
    }

    @Test
    void shouldRefuseWhatHasNoEnd() {
        assertThatThrownBy(() -> CharacterClass.read("[a-", 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> CharacterClass.read("abc", 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
