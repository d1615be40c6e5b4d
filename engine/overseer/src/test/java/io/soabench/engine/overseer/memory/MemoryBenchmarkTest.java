package io.soabench.engine.overseer.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Survey;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On this machine; the clock is made up, so that nothing depends on its speed. */
final class MemoryBenchmarkTest {

    private static final int PLACES = 1 << 16;

    private final AtomicLong now = new AtomicLong();

    @BeforeEach
    void needsLinux() {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
    }

    /** Returns a benchmark whose clock advances by one second more at each reading: 1 s, 2 s, 3 s, … */
    private MemoryBenchmark benchmark(int runs) {
        PerformanceCounters counters = new PerformanceCounters();
        AtomicLong looks = new AtomicLong();
        return new MemoryBenchmark(
                PLACES,
                runs,
                counters,
                counters.catalogue().parseList("task-clock,cycles"),
                () -> now.addAndGet(looks.incrementAndGet() * 1_000_000_000L));
    }

    @Test
    void shouldMeasureBothPatternsOnTheProcessorThatIsNamed() throws Exception {
        int last = Survey.ofThisMachine().allowance().processors().last();

        List<MemoryResult> results = benchmark(2).measure(IdSet.of(last), OptionalInt.empty());

        assertThat(results)
                .extracting(MemoryResult::pattern)
                .containsExactly(AccessPattern.LINEAR, AccessPattern.RANDOM);
        // Of the looks 1, 2, … each second one ends a run.
        assertThat(results.get(0).seconds()).containsExactly(2.0, 4.0);
        assertThat(results.get(1).seconds()).containsExactly(6.0, 8.0);
        assertThat(results.get(1).median()).isEqualTo(7);
        for (MemoryResult result : results) {
            assertThat(result.readings())
                    .extracting(reading -> reading.event().name())
                    .containsExactly("task-clock", "cpu-cycles");
            assertThat(result.readings())
                    .allSatisfy(reading -> assertThat(reading.value().isPresent())
                            .isEqualTo(reading.availability().isAvailable()));
            result.readings().get(0).value().ifPresent(count -> assertThat(count)
                    .isPositive());
        }
    }

    @Test
    void shouldRefuseWhatCannotBeHad() {
        assertThatExceptionOfType(NotAvailableException.class)
                .isThrownBy(() -> benchmark(1).measure(IdSet.of(8000), OptionalInt.empty()))
                .withMessageStartingWith("denied: ");
        assertThatExceptionOfType(NotAvailableException.class)
                .isThrownBy(() ->
                        benchmark(1).measure(Survey.ofThisMachine().allowance().processors(), OptionalInt.of(1000)))
                .withMessageMatching("(denied|unsupported): .*");
    }
}
