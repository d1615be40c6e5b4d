package io.soabench.engine.overseer.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Survey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The counters of this machine and its kernel: a virtual one usually has no PMU, a container may forbid all. */
final class CountersOnThisMachineTest {

    private static final long BURN_NS = 20_000_000;

    private final PerformanceCounters counters = new PerformanceCounters();

    @BeforeAll
    static void needsLinux() {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
    }

    private CounterSet open(String names, CounterTarget target) {
        return counters.open(counters.catalogue().parseList(names), target);
    }

    private static void assumeAvailable(CounterSet set) {
        for (Availability availability : set.availabilities()) {
            assumeTrue(availability.isAvailable(), () -> "here: " + availability);
        }
    }

    /** Returns the processor time of this thread in nanoseconds. */
    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long burn() {
        long end = cpuNs() + BURN_NS;
        long rounds = 0;
        while (cpuNs() < end) {
            rounds++;
        }
        return rounds;
    }

    private static long value(CounterSet set, int index) {
        return set.read().get(index).value().orElseThrow();
    }

    @Test
    void shouldCountTheTimeOfThisThreadWhileItIsStarted() {
        try (CounterSet set = open("task-clock", CounterTarget.ofThisThread())) {
            assumeAvailable(set);
            assertThat(burn()).isPositive();
            assertThat(set.read().get(0).availability()).hasToString("not counted: nothing ran while it was started");

            set.start();
            long before = cpuNs();
            burn();
            long used = cpuNs() - before;
            set.stop();
            long counted = value(set, 0);
            burn();

            // Two clocks: what a hypervisor steals may belong to one of them only.
            assertThat(counted).isGreaterThan(used / 2);
            assertThat(value(set, 0)).as("stopped").isEqualTo(counted);
            set.start();
            burn();
            assertThat(value(set, 0)).as("goes on").isGreaterThan(counted + BURN_NS / 2);
        }
    }

    private static long switches() throws IOException {
        return Files.readString(Path.of("/proc/self/task/" + Linux.gettid() + "/status"))
                .lines()
                .filter(line -> line.contains("voluntary_ctxt_switches"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('\t') + 1)))
                .sum();
    }

    /** The kernel's other account of the same thing, read before and after. */
    @Test
    void shouldCountAsManyContextSwitchesAsTheStatusOfTheThread() throws IOException {
        try (CounterSet set = open("context-switches", CounterTarget.ofThisThread())) {
            assumeAvailable(set);
            long outside = switches();
            set.start();
            long inside = switches();
            for (int i = 0; i < 20; i++) {
                LockSupport.parkNanos(100_000);
            }
            inside = switches() - inside;
            set.stop();
            outside = switches() - outside;

            assertThat(value(set, 0)).isBetween(inside, outside).isPositive();
        }
    }

    @Test
    void shouldCountPageFaults() {
        try (CounterSet set = open("page-faults,minor-faults,major-faults", CounterTarget.ofThisThread())) {
            assumeAvailable(set);
            set.start();
            ByteBuffer memory = ByteBuffer.allocateDirect(1 << 23);
            set.stop();

            assertThat(memory.get(0)).isZero();
            assertThat(value(set, 0)).isPositive().isEqualTo(value(set, 1) + value(set, 2));
        }
    }

    @Test
    void shouldCountAnotherThreadAndWhatItStarts() throws Exception {
        FutureTask<Long> inner = new FutureTask<>(() -> {
            burn();
            return cpuNs();
        });
        FutureTask<long[]> outer = new FutureTask<>(() -> {
            try (CounterSet alone = open("task-clock", CounterTarget.ofThisThread());
                    CounterSet all =
                            open("task-clock,page-faults", CounterTarget.ofThreadAndDescendants(Linux.gettid()))) {
                assumeAvailable(alone);
                alone.start();
                all.start();
                Thread thread = new Thread(inner, "inner");
                thread.start();
                thread.join();
                return new long[] {value(alone, 0), value(all, 0)};
            }
        });
        Thread thread = new Thread(outer, "outer");
        thread.start();
        thread.join();

        try {
            long[] times = outer.get();
            assertThat(times[1]).isGreaterThan(times[0] + BURN_NS / 2).isGreaterThan(inner.get() / 2);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TestAbortedException skipped) {
                throw skipped;
            }
            throw e;
        }
    }

    @Test
    void shouldCountAProcessorOrSayWhyNot() throws IOException {
        IdSet online = Survey.ofThisMachine().online();
        try (CounterSet set = open("cpu-clock", CounterTarget.ofProcessor(online.first()))) {
            set.start();
            burn();
            CounterReading reading = set.read().get(0);

            if (reading.availability().isAvailable()) {
                assertThat(reading.value().orElseThrow()).isPositive();
                assertThat(reading.enabledNs()).isPositive();
            } else {
                assertThat(reading.availability().toString()).startsWith("denied: perf_event_paranoid=");
                assertThat(reading.value()).isEmpty();
            }
        }
    }

    /**
     * Each event is counted, or has a reason; a machine without a PMU has one for all events that a processor counts.
     */
    @Test
    void shouldSayOfEachEventWhetherItCanBeHad() {
        boolean pmu = !counters.catalogue().coreUnits().isEmpty();
        counters.survey(CounterTarget.ofThisThread()).forEach((event, availability) -> {
            try (CounterSet set = counters.open(List.of(event), CounterTarget.ofThisThread())) {
                assertThat(set.availabilities()).as(event.name()).containsExactly(availability);
                set.start();
                burnALittle();
                CounterReading reading = set.read().get(0);
                if (availability.isAvailable()) {
                    assertThat(reading.value().isPresent())
                            .as(event.name())
                            .isEqualTo(reading.availability().isAvailable());
                } else {
                    assertThat(reading.value()).as(event.name()).isEmpty();
                    assertThat(availability.reason()).as(event.name()).isNotBlank();
                }
                if (!pmu && (event.kind() == CounterEventKind.HARDWARE || event.kind() == CounterEventKind.CACHE)) {
                    assertThat(availability.isAvailable()).as(event.name()).isFalse();
                }
            }
        });
    }

    private static void burnALittle() {
        assertThat(cpuNs()).isPositive();
    }

    @Test
    void shouldRefuseAThreadThatIsNotThere() {
        assertThatExceptionOfType(NotAvailableException.class)
                .isThrownBy(() -> open("task-clock", CounterTarget.ofThread(Integer.MAX_VALUE)))
                .withMessage("unsupported: there is no thread " + Integer.MAX_VALUE);
    }
}
