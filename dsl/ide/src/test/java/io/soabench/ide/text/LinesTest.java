package io.soabench.ide.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.lsp4j.Position;
import org.junit.jupiter.api.Test;

/** Where the characters of a text stand. */
class LinesTest {

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
}
