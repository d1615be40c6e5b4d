package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.run.RunSignal;
import io.soabench.plan.HostClock;
import io.soabench.plan.MetricRecord;
import io.soabench.plugin.MetricSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ObserverTest {

    private static final long DEADLINE_S = 30;

    @TempDir
    Path folder;

    private final HostClock clock = HostClock.system();
    private final RunSignal signal = new RunSignal();
    private ChildProcess child;

    @BeforeEach
    void start() throws Exception {
        child = ChildProcess.start(
                new ChildProcess.Order(
                        "server", List.of("sleep", "60"), Map.of(), folder, folder, "t", "1", new LogBudget(1 << 20)),
                signal,
                clock.epochNanos());
    }

    @AfterEach
    void kill() {
        ProcessHandle.of(child.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static List<MetricRecord> metric(String name) {
        return List.of(new MetricRecord(name, MetricRecord.Kind.GAUGE, "count", "a test", "None."));
    }

    /** Cannot observe, after doing something to the process. */
    private static MetricSource failing(LongConsumer before) {
        return new MetricSource() {
            @Override
            public List<MetricRecord> metrics() {
                return metric("cpu");
            }

            @Override
            public void observe(List<Long> pids, Sink sink) {
                before.accept(pids.get(0));
                throw new IllegalStateException("/proc/" + pids.get(0) + "/stat is gone");
            }
        };
    }

    @Test
    void shouldNotMindThatAProcessCannotBeObservedWhenItEnds() throws Exception {
        MetricSource source = failing(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        CountDownLatch round = new CountDownLatch(1);
        MetricSource after = new MetricSource() {
            @Override
            public List<MetricRecord> metrics() {
                return metric("memory");
            }

            @Override
            public void observe(List<Long> pids, Sink sink) {
                round.countDown();
            }
        };
        try (Observer observer =
                new Observer(List.of(source, after), folder, clock, signal, () -> ProcessHandle.current()
                        .descendants())) {
            observer.add(child);
            observer.start(200);

            assertThat(round.await(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
            assertThat(observer.problem()).isEmpty();
        }
    }

    @Test
    void shouldAskAServerOfWhichTheModelTakesAMetricAndNoOther() throws Exception {
        CountDownLatch rounds = new CountDownLatch(4);
        MetricSource source = new MetricSource() {
            @Override
            public List<MetricRecord> metrics() {
                return metric("queue");
            }

            @Override
            public void observe(List<Long> pids, Sink sink) {
                rounds.countDown();
            }

            @Override
            public void ask(Asked server, Sink sink) {
                sink.value("queue", server.metrics().size());
            }
        };
        ChildProcess other = ChildProcess.start(
                new ChildProcess.Order(
                        "other", List.of("sleep", "60"), Map.of(), folder, folder, "t", "2", new LogBudget(1 << 20)),
                signal,
                clock.epochNanos());
        try (Observer observer = new Observer(List.of(source), folder, clock, signal, () -> ProcessHandle.current()
                .descendants())) {
            observer.add(child, new MetricSource.Asked(Set.of("queue", "cpu"), null));
            observer.add(other, null);
            observer.start(200);
            assertThat(rounds.await(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        } finally {
            ProcessHandle.of(other.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }

        assertThat(folder.resolve("metrics-server.csv")).content().contains(",queue,2.0,count,");
        assertThat(folder.resolve("metrics-other.csv")).content().doesNotContain("queue");
    }

    @Test
    void shouldSayWhyAProcessThatRunsCannotBeObserved() throws Exception {
        try (Observer observer =
                new Observer(List.of(failing(pid -> {})), folder, clock, signal, () -> ProcessHandle.current()
                        .descendants())) {
            observer.add(child);
            observer.start(200);

            signal.await(TimeUnit.SECONDS.toMillis(DEADLINE_S));

            assertThat(observer.problem()).hasValueSatisfying(problem -> assertThat(problem.sentence())
                    .startsWith("metrics [cpu] of server cannot be observed: /proc/")
                    .endsWith("; remove the metric or mend its plug-in"));
        }
    }

    @Test
    void shouldSayThatProcessesCannotBeListed() throws Exception {
        try (Observer observer = new Observer(List.of(failing(pid -> {})), folder, clock, signal, () -> {
            throw new IllegalStateException("no /proc");
        })) {
            observer.add(child);
            observer.start(200);

            signal.await(TimeUnit.SECONDS.toMillis(DEADLINE_S));

            assertThat(observer.problem()).hasValueSatisfying(problem -> assertThat(problem.sentence())
                    .startsWith("metrics [cpu] of all servers cannot be observed: ")
                    .contains("no /proc"));
        }
    }
}
