package io.soabench.engine.runtime.xml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WhiteSpaceTest {
    @Test
    void shouldTakeWhiteSpaceOfXmlOnly() {
        String text = "\t\r a \n\u00a0 b\n ";

        assertThat(WhiteSpace.stripped(text)).isEqualTo("a \n\u00a0 b");
        assertThat(WhiteSpace.collapsed(text)).isEqualTo("a \u00a0 b");
        assertThat(WhiteSpace.replaced(text)).isEqualTo("   a  \u00a0 b  ");
        assertThat(WhiteSpace.collapsed(" \n ")).isEmpty();
        assertThat(WhiteSpace.stripped(" \n ")).isEmpty();
        assertThat(WhiteSpace.isIn("a\u00a0b")).isFalse();
        assertThat(WhiteSpace.isIn("a\tb")).isTrue();
        assertThat(WhiteSpace.stripped("a b")).isSameAs("a b");
    }
}
