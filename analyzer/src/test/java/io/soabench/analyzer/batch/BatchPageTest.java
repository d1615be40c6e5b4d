package io.soabench.analyzer.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BatchPageTest {

    @TempDir
    private Path folder;

    private String page(BatchFixture batches) throws IOException {
        BatchFile file = batches.read(folder);
        return String.join("\n", BatchPage.of(BatchComparison.of(file, Optional.empty(), 0.95), file)) + "\n";
    }

    @Test
    void shouldShowSpeedUpsAndWhatGoesTogetherWithThem() throws IOException {
        BatchFixture batches = new BatchFixture("cpu_ms", "cpu-cycles");
        for (int round = 1; round <= 5; round++) {
            batches.batch("DAG", 5000, "--binding default", round, 1, 100 * round, 2 * round, "unsupported: no PMU");
            batches.batch("DAG", 5000, "a|b", round, 1, 80 * round, 1.6 * round, "unsupported: no PMU");
        }

        assertThat(page(batches))
                .isEqualTo(
                        """
                        Speed-up: time of `--binding default` / time of each other configuration, by rounds; above 1 it is faster.

                        | instances | process | configuration | rounds | time (ms) | speed-up | 95 % interval |
                        |---|---|---|---|---|---|---|
                        | 5,000 | DAG | `--binding default` | 5 | 300 | 1 |  |
                        | 5,000 | DAG | `a\\|b` | 5 | 240 | 1.250 | 1.250 to 1.250 |

                        In relation to `--binding default`:

                        | instances | process | configuration | cpu_ms | cpu-cycles |
                        |---|---|---|---|---|
                        | 5,000 | DAG | `a\\|b` | 0.800 | – |

                        Correlation with the time of a batch (Pearson), over all processes, configurations and rounds, both in relation to `--binding default`:

                        | instances | cpu_ms | cpu-cycles |
                        |---|---|---|
                        | 5,000 | 1.000 | – |

                        cpu-cycles: unsupported: no PMU
                        """);
    }

    @Test
    void shouldNotShowAnIntervalThatNobodyKnows() throws IOException {
        assertThat(page(new BatchFixture().batch("DAG", "slow", 1, 20).batch("DAG", "fast", 1, 10)))
                .isEqualTo(
                        """
                        Speed-up: time of `slow` / time of each other configuration, by rounds; above 1 it is faster.

                        | instances | process | configuration | rounds | time (ms) | speed-up | 95 % interval |
                        |---|---|---|---|---|---|---|
                        | 100 | DAG | `slow` | 1 | 20.0 | 1 |  |
                        | 100 | DAG | `fast` | 1 | 10.0 | 2.000 | – |
                        """);
    }
}
