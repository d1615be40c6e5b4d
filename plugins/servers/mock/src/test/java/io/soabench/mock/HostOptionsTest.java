package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostOptionsTest {

    @Test
    void shouldListenOnLoopbackWhenNoHostIsGiven() throws HostRefused {
        HostOptions options = HostOptions.parse("--port", "8080", "--services", "a, b,", "--calls", "c.csv");

        assertThat(options)
                .isEqualTo(new HostOptions(8080, "127.0.0.1", List.of(Path.of("a"), Path.of("b")), Path.of("c.csv")));
    }

    @Test
    void shouldNameEverythingWhenArgumentsAreWrong() {
        HostRefused refused = catchThrowableOfType(
                HostRefused.class, () -> HostOptions.parse("--port", "70000", "--what", "x", "--calls"));

        assertThat(refused.problems())
                .hasSize(5)
                .anyMatch(problem -> problem.startsWith("--port 70000 is not a TCP port"))
                .anyMatch(problem -> problem.startsWith("unknown argument --what"))
                .anyMatch(problem -> problem.startsWith("--calls has no value"))
                .anyMatch(problem -> problem.startsWith("--services names no mock folder"))
                .anyMatch(problem -> problem.startsWith("--calls is missing"));
    }
}
