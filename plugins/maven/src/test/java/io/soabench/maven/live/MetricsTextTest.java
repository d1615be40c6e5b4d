package io.soabench.maven.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.maven.live.RunStatus.Figures;
import io.soabench.maven.live.RunStatus.Running;
import io.soabench.maven.live.RunStatus.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsTextTest {

    private static final Subject ODD = new Subject(1, "a\\b", "say \"hi\"", "two\nlines", "web", 2);
    private static final Subject PLAIN = new Subject(2, "case", "engine", "process", "office", 1);

    private static RunStatus status(Running... running) {
        return new RunStatus(
                "testbed",
                "title",
                "run",
                "",
                false,
                null,
                10_000,
                new RunStatus.Repetitions(8, 2, 1),
                90_500L,
                List.of(running));
    }

    @Test
    void shouldEscapeLabels() {
        String text = MetricsText.of(status(new Running(ODD, "measure", "measuring", 9_000, 5_000L, null, Map.of())));

        assertThat(PrometheusText.parse(text).values())
                .containsEntry(
                        "soabench_phase_left_seconds{case=\"a\\\\b\",engine=\"say \\\"hi\\\"\",process=\"two\\nlines\","
                                + "workload=\"web\",repetition=\"2\"}",
                        4.0)
                .containsEntry("soabench_run_left_seconds", 90.5)
                .containsEntry("soabench_repetitions_failed", 1.0);
    }

    @Test
    void shouldKeepTheSamplesOfSeveralRepetitionsTogether() {
        Figures figures = new Figures(100, 50, 49, 3, 1, 20.0, null, 0.5);

        PrometheusText read = PrometheusText.parse(MetricsText.of(status(
                new Running(ODD, "measure", "measuring", 9_000, 5_000L, figures, Map.of("engine", 0.5, "mocks", 0.25)),
                new Running(PLAIN, "warm up", "warming up", 9_000, 2_000L, figures, Map.of("engine", 1.5)))));

        assertThat(read.types())
                .containsEntry("soabench_requests_sent_total", "counter")
                .containsEntry("soabench_processors_used", "gauge")
                .doesNotContainKey("soabench_response_time_p99_seconds");
        assertThat(read.values())
                .containsEntry(
                        "soabench_processors_used{case=\"case\",engine=\"engine\",process=\"process\",workload=\"office\","
                                + "repetition=\"1\",server=\"engine\"}",
                        1.5);
    }

    @Test
    void shouldHaveEachMetricOnThePageForUsers() throws IOException {
        Figures figures = new Figures(2_000, 50, 49, 3, 1, 20.0, 60.0, 0.5);
        String text = MetricsText.of(
                status(new Running(PLAIN, "measure", "measuring", 9_000, 5_000L, figures, Map.of("engine", 0.5))));

        assertThat(Pattern.compile("(?m)^\\| `(soabench_[a-z0-9_]+)` \\|")
                        .matcher(Files.readString(Path.of("../../docs/how-to/watch-a-run.md")))
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(
                        PrometheusText.parse(text).types().keySet());
    }

    @Test
    void shouldHaveNoMetricsOfRepetitionsWhenNoneRuns() {
        assertThat(PrometheusText.parse(MetricsText.of(status())).values().keySet())
                .containsExactly(
                        "soabench_run_info{testbed=\"testbed\",run=\"run\"}",
                        "soabench_run_ended",
                        "soabench_repetitions_planned",
                        "soabench_repetitions_completed",
                        "soabench_repetitions_failed",
                        "soabench_run_left_seconds");
    }
}
