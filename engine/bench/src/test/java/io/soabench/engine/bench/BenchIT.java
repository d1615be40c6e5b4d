package io.soabench.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.server.transport.TransportWish;
import java.io.PrintWriter;
import java.io.StringWriter;
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
    private static final BenchOptions SHORT = new BenchOptions(1, 0, 0.2, 4, 500, 128, TransportWish.NIO);

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

    @Test
    void shouldNameTheOptionWhenItIsUnknown() {
        assertThatThrownBy(() -> BenchOptions.parse(List.of("round=3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("round");
    }
}
