package io.soabench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.StringReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadyLineTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    private static String await(String output) throws Exception {
        return ReadyLine.await(new BufferedReader(new StringReader(output)), LONG, () -> "its errors");
    }

    @Test
    void shouldReturnTheLineAndLeaveTheOthers() throws Exception {
        BufferedReader output = new BufferedReader(new StringReader("ready at 1\nmore\n"));

        assertThat(ReadyLine.await(output, LONG, () -> "")).isEqualTo("ready at 1");

        assertThat(output.readLine()).isEqualTo("more");
    }

    @Test
    void shouldShowTheErrorsOfAProgramThatHasEnded() {
        assertThatThrownBy(() -> await(""))
                .isInstanceOf(IOException.class)
                .hasMessage("the program has ended before it was ready\nits errors");
    }

    @Test
    void shouldShowAnotherLine() {
        assertThatThrownBy(() -> await("warning\nready\n"))
                .isInstanceOf(IOException.class)
                .hasMessage("the program has printed \"warning\" instead of \"ready\"\nits errors");
    }

    @Test
    void shouldEndTheWaitForAProgramThatPrintsNothing() throws IOException {
        try (PipedWriter silent = new PipedWriter();
                BufferedReader output = new BufferedReader(new PipedReader(silent))) {
            assertThatThrownBy(() -> ReadyLine.await(output, Duration.ofMillis(50), () -> "its errors"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the program has not printed \"ready\" within PT0.05S\nits errors");
            silent.write("ready\n");
        }
    }
}
