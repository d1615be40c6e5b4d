package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectionLogReaderTest {

    private static final double EXACT = 1e-9;

    @TempDir
    Path folder;

    private CollectionLogReader log;

    @BeforeEach
    void open() {
        log = new CollectionLogReader(file());
    }

    private Path file() {
        return folder.resolve("gc-1.log");
    }

    private void append(String text) throws IOException {
        Files.write(
                file(), text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void shouldAddWhatTheHeapGrewByBeforeEachPause() throws IOException {
        append(
                """
                [2026-11-28T10:31:26.096+0000][0.003s][gc] Using G1
                [2026-11-28T10:31:26.136+0000][0.043s][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 27M->1M(64M) 0.610ms
                [2026-11-28T10:31:26.137+0000][0.044s][safepoint] Safepoint "G1CollectForAllocation", Time since last: 24142232 ns, Reaching safepoint: 2634 ns, Cleanup: 5047 ns, At safepoint: 643977 ns, Total: 651658 ns
                [2026-11-28T10:31:26.146+0000][0.053s][gc] GC(1) Pause Young (Concurrent Start) (G1 Humongous Allocation) 26M->4M(64M) 12.456ms
                [2026-11-28T10:31:26.146+0000][0.053s][gc] GC(2) Concurrent Mark Cycle
                [2026-11-28T10:31:26.156+0000][0.063s][gc] GC(2) Pause Remark 10M->8M(64M) 1.500ms
                [2026-11-28T10:31:26.157+0000][0.064s][gc] GC(2) Pause Cleanup 8M->8M(64M) 0.020ms
                [2026-11-28T10:31:26.157+0000][0.064s][gc] GC(2) Concurrent Mark Cycle 99.123ms
                """);

        assertThat(log.read()).isTrue();

        assertThat(log.hasAllocated()).isTrue();
        assertThat(log.allocated()).isEqualTo((27 + 25 + 6) << 20);
        assertThat(log.takeLongestS()).isCloseTo(0.012456, within(EXACT));
        assertThat(log.takeLongestS()).as("only what is new").isZero();
    }

    @Test
    void shouldWaitForTheRestOfALine() throws IOException {
        append("[t][0.003s][gc] Using Parallel\n[t][1s][gc] GC(0) Pause Young (Allocation Failure) 40M->1");

        assertThat(log.read()).isFalse();
        assertThat(log.allocated()).isZero();
        append("0M(64M) 2.000ms\n");

        assertThat(log.read()).isTrue();
        assertThat(log.read()).as("nothing new").isFalse();
        assertThat(log.allocated()).isEqualTo(40 << 20);
        assertThat(log.takeLongestS()).isCloseTo(0.002, within(EXACT));
    }

    @Test
    void shouldNotKnowTheAllocationOfACollectorWithoutTheHeapAtItsPauses() throws IOException {
        append(
                """
                [t][0.004s][gc] Using Shenandoah
                [t][0.068s][gc] GC(0) Pause Init Mark (unload classes) 0.022ms
                [t][0.072s][gc] GC(0) Concurrent cleanup 25M->20M(64M) 0.008ms
                """);

        assertThat(log.read()).isTrue();
        assertThat(log.hasAllocated()).isFalse();
        assertThat(log.takeLongestS()).isCloseTo(0.000022, within(EXACT));
    }
}
