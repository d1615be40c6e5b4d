package io.soabench.analyzer.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.CsvTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SingleCallsTest {

    private static final long MS = 1_000_000L;

    @TempDir
    private Path folder;

    /** Requests of the given times; every tenth failed, which took 1 ms. The first is of the warm-up, and the longest. */
    private RequestSamples samples(int number) throws IOException {
        StringBuilder lines = new StringBuilder(CsvTable.SAMPLES.header()).append('\n');
        for (int i = 0; i < number; i++) {
            boolean failed = i % 10 == 1;
            long begin = (1_000L + i) * MS;
            long ms = i == 0 ? 1_000_000 : failed ? 1 : i;
            lines.append("%s,here,load.1.%d,0,0,%d,%d,%d,%s,%d,0,0,\n"
                    .formatted(
                            i == 0 ? "warmup" : "measure",
                            i + 1,
                            begin,
                            begin,
                            begin + ms * MS,
                            failed ? "FAULT" : "OK",
                            failed ? 500 : 200));
        }
        RequestSamples samples = new RequestSamples("load", List.of());
        RequestSamples.Import read = samples.read(Files.writeString(folder.resolve("samples.csv"), lines), 0);
        assertThat(read.lines()).isEqualTo(number);
        return samples;
    }

    @Test
    void shouldKeepAllMeasuredRequestsWhereThereAreFew() throws IOException {
        assertThat(SingleCalls.of(samples(30), 100, 3).requests()).hasSize(29).doesNotContain(0);
    }

    @Test
    void shouldKeepTheLongestWhereThereAreMany() throws IOException {
        List<Integer> kept =
                SingleCalls.of(samples(1_000), 40, 5).requests().boxed().toList();

        // Twenty of the hundred that failed. Of the others one at the median, and the longest, of which one is at the
        // 99th percentile.
        List<Integer> succeeded =
                IntStream.range(1, 1_000).filter(i -> i % 10 != 1).boxed().toList();
        List<Integer> expected = new ArrayList<>(List.of(succeeded.get(succeeded.size() / 2)));
        expected.addAll(succeeded.subList(succeeded.size() - 19, succeeded.size()));
        assertThat(kept).hasSize(40);
        assertThat(kept.stream().filter(i -> i % 10 == 1)).hasSize(20);
        assertThat(kept.stream().filter(i -> i % 10 != 1)).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldKeepOneAtThePercentilesWhichIsNotAmongTheLongest() throws IOException {
        List<Integer> kept =
                SingleCalls.of(samples(10_000), 40, 5).requests().boxed().toList();

        List<Integer> succeeded =
                IntStream.range(1, 10_000).filter(i -> i % 10 != 1).boxed().toList();
        assertThat(kept)
                .hasSize(40)
                .contains(succeeded.get(succeeded.size() / 2), succeeded.get(succeeded.size() * 99 / 100));
    }

    @Test
    void shouldKeepFewerRequestsOfManyCalls() throws IOException {
        RequestSamples samples = samples(1_000);

        assertThat(SingleCalls.of(samples, 100, 10).requests()).hasSize(50);
        assertThat(SingleCalls.of(samples, 100, 1_000).requests())
                .as("always as many")
                .hasSize(20);
        assertThat(SingleCalls.of(samples, 0, 1).requests()).isEmpty();
    }
}
