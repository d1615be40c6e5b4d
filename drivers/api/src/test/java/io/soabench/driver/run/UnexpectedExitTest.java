package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UnexpectedExitTest {

    private static final Path RUN = Path.of("/runs/1");
    private static final Path LOG = RUN.resolve("cases/a/1/logs/engine/stderr.log");

    @Test
    void shouldTellLastWordsAndWhereTheyAre() {
        assertThat(new UnexpectedExit(1_250_000_000, 3, "no port", LOG).words(RUN))
                .isEqualTo(
                        "ended by itself 1.3 s after its start with exit status 3; its last words were \"no port\"; see"
                                + " cases/a/1/logs/engine/stderr.log");
    }

    @Test
    void shouldTellTheSignal() {
        assertThat(new UnexpectedExit(0, 134, "", LOG).words(RUN))
                .isEqualTo(
                        "ended by itself 0.0 s after its start with exit status 134 (signal 6); it wrote nothing; see"
                                + " cases/a/1/logs/engine/stderr.log");
        assertThat(new UnexpectedExit(0, 137, "", LOG).words(RUN))
                .contains("137 (signal 9: killed from outside, by the kernel when memory is short);");
    }

    @Test
    void shouldSayThatTheExitStatusIsUnknown() {
        assertThat(new UnexpectedExit(0, -1, "", LOG).words(RUN)).contains("with an unknown exit status;");
    }
}
