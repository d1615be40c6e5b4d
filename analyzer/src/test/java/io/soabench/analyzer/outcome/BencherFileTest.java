package io.soabench.analyzer.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.plan.StatisticFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results of a run in the Bencher Metric Format. */
final class BencherFileTest {

    /** The format as the reference of Bencher describes it: benchmarks by name, measures by name, up to three numbers. */
    private static final String FORMAT =
            """
            {
              "$schema": "http://json-schema.org/draft-07/schema#",
              "type": "object",
              "additionalProperties": {
                "type": "object",
                "additionalProperties": {
                  "type": "object",
                  "properties": {
                    "value": {"type": "number"}, "lower_value": {"type": "number"}, "upper_value": {"type": "number"}
                  },
                  "required": ["value"],
                  "additionalProperties": false
                }
              }
            }""";

    /** Numbers are multiplied once. */
    private static final Offset<Double> EXACT = Offset.offset(1e-3);

    @TempDir
    private Path run;

    private Analysis analyzed(int repetitions) throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(2, 0, repetitions));
        for (int engine = 1; engine <= 2; engine++) {
            for (int i = 1; i <= repetitions; i++) {
                RunFixture.Repetition repetition = fixture.repetition("case" + engine, i);
                for (int k = 1; k <= 100; k++) {
                    repetition.request("office.1." + k, k * 95, engine * 10 + 0.1 * i, "OK");
                }
                repetition.write();
            }
        }
        return fixture.analyze();
    }

    private JsonNode file() throws IOException {
        return new ObjectMapper().readTree(run.resolve("report/bencher.json").toFile());
    }

    @Test
    void shouldHaveTheFormOfItsDocumentation() throws IOException {
        analyzed(4);
        JsonSchema schema =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(FORMAT);

        assertThat(schema.validate(file())).isEmpty();
    }

    @Test
    void shouldHaveTheMeanResponseTimeAndTheThroughputOfEachCase() throws IOException {
        List<CaseResult> cases = analyzed(4).cases();

        List<String> names = new ArrayList<>();
        file().fieldNames().forEachRemaining(names::add);
        assertThat(names).hasSize(2).allMatch(name -> name.contains("/Process/office/engine"));
        for (int i = 0; i < 2; i++) {
            JsonNode benchmark = file().get(names.get(i));
            Interval time = cases.get(i).statistic(Statistic.RESPONSE_TIME, StatisticFunction.AVERAGE);
            assertThat(benchmark.at("/latency/value").doubleValue()).isCloseTo(time.mean() * 1e6, EXACT);
            assertThat(benchmark.at("/latency/lower_value").doubleValue()).isCloseTo(time.low() * 1e6, EXACT);
            assertThat(benchmark.at("/latency/upper_value").doubleValue()).isCloseTo(time.high() * 1e6, EXACT);
            assertThat(benchmark.at("/throughput/value").doubleValue())
                    .isCloseTo(
                            cases.get(i)
                                    .statistic(Statistic.THROUGHPUT, StatisticFunction.AVERAGE)
                                    .mean(),
                            EXACT);
        }
    }

    @Test
    void shouldHaveNoBoundsForOneRepetition() throws IOException {
        analyzed(1);

        JsonNode benchmark = file().elements().next();
        assertThat(benchmark.at("/latency/value").isNumber()).isTrue();
        assertThat(benchmark.at("/latency/lower_value").isMissingNode()).isTrue();
    }
}
