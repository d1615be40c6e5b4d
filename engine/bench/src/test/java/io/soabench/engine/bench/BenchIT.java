package io.soabench.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.server.transport.TransportOption;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Every bench runs and reports a ratio; whether it is a good one is not judged here. */
@Tag("it")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BenchIT {
    private static final BenchOptions SHORT = new BenchOptions(1, 0, 0.2, 4, 500, 128, TransportOption.NIO, false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sequential",
                "flow-no-dep",
                "flow",
                "while",
                "latency",
                "overload",
                "start",
                "waiting",
                "batch",
                "transport",
                "durable",
                "replicas"
            })
    void shouldReportRatioWhenRunShortly(String bench) throws Exception {
        StringWriter text = new StringWriter();
        BenchMain.run(bench, SHORT, new PrintWriter(text));
        assertThat(text.toString()).containsPattern("ratio .*[0-9]\\.[0-9]{2}").doesNotContain("NaN");
    }

    @Test
    void shouldMeasureEveryStepAndItsBaselineWhenRunShortly() throws Exception {
        List<String> names = new Runner(new OptionsBuilder()
                        .include(EngineMicroBench.class.getSimpleName())
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(20))
                        .build())
                .run().stream()
                        .peek(result -> assertThat(score(result)).isPositive())
                        .map(result -> result.getPrimaryResult().getLabel())
                        .toList();
        assertThat(names)
                .contains("parse", "serialise", "copy", "xpathCommon", "xpathGeneral", "navigate")
                .contains("parseBaseline", "serialiseBaseline", "copyBaseline", "xpathBaseline", "navigateBaseline");
    }

    private static double score(RunResult result) {
        return result.getPrimaryResult().getScore();
    }

    /** In a process of its own, whose threads stay where they were put. */
    @Test
    void shouldGiveAProcessorToTheSystemAloneWhenAsked() throws Exception {
        List<Integer> processors = Affinity.get().toList();
        assumeThat(processors).as("processors").hasSizeGreaterThan(1);
        Path output = Files.createTempFile("bench", ".txt");
        Process bench = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        BenchMain.class.getName(),
                        "sequential",
                        "rounds=1",
                        "warm-ups=0",
                        // Long enough for an answer, however busy that processor is.
                        "seconds=2",
                        "processor=own")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(bench.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(bench.exitValue()).as(Files.readString(output)).isZero();
            assertThat(output)
                    .content()
                    .contains("processor " + processors.get(0) + " for the 2 threads of http and relay, ")
                    .containsPattern("ratio .*[0-9]\\.[0-9]{2}");
        } finally {
            bench.destroyForcibly();
            Files.delete(output);
        }
    }

    @Test
    void shouldNameTheWordsWhenThoseOfTheProcessorAreUnknown() {
        assertThat(BenchOptions.parse(List.of()).ownProcessor()).isFalse();
        assertThat(BenchOptions.parse(List.of("processor=own")).ownProcessor()).isTrue();
        assertThatThrownBy(() -> BenchOptions.parse(List.of("processor=mine")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("processor=mine is unknown; use own or shared");
    }

    @Test
    void shouldNameTheOptionWhenItIsUnknown() {
        assertThatThrownBy(() -> BenchOptions.parse(List.of("round=3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("round");
    }
}
