package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LivePortTest {

    @Test
    void shouldTakeAFreePortAPortOrNone() throws MojoFailureException {
        assertThat(LivePort.of("true")).hasValue(0);
        assertThat(LivePort.of("8080")).hasValue(8080);
        assertThat(LivePort.of("65535")).hasValue(65_535);
        assertThat(LivePort.of("false")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "0", "65536", "-1", "99999999999", "80 "})
    void shouldRefuseOtherWords(String word) {
        assertThatThrownBy(() -> LivePort.of(word))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("-Dsoabench.live is \"" + word
                        + "\"; use true for a free port, a port from 1 to 65535, or false for no page");
    }
}
