package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.sample.SamplePlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class RepetitionSchedulerTest {

    private final List<HostPlan> hosts = new ArrayList<>();
    private final List<ServerPlan> servers = new ArrayList<>();
    private final List<CasePlan> cases = new ArrayList<>();
    private final List<Execution> order = new ArrayList<>();
    private final List<String> course = Collections.synchronizedList(new ArrayList<>());
    private final RunSignal signal = new RunSignal();
    private final Cancellation cancellation = new Cancellation(signal);

    /** One more repetition, whose server and client run on the host. */
    private RepetitionSchedulerTest next(String id, String host, boolean parallel) {
        if (hosts.stream().noneMatch(h -> h.name().equals(host))) {
            hosts.add(SamplePlan.remote(host, host + ".example.org"));
            servers.add(SamplePlan.server("on-" + host, "fake").withHost(host));
        }
        cases.add(SamplePlan.testCase(id, "on-" + host, SamplePlan.PROCESS, SamplePlan.WORKLOAD)
                .withServers(List.of("on-" + host))
                .withClients(List.of(SamplePlan.client(host)))
                .withSchedule(SamplePlan.SCHEDULE.withParallel(parallel)));
        order.add(new Execution(id, 1));
        return this;
    }

    private void take(RepetitionScheduler.Work work) {
        Plan plan = SamplePlan.empty().withHosts(hosts).withServers(servers).withCases(cases, order);
        Driver.Request request =
                new Driver.Request(plan, Path.of("c"), Path.of("r"), Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
        HostClock clock = HostClock.system();
        RunSetting setting = new RunSetting(
                request,
                "token",
                DriverSettings.STANDARD,
                clock,
                Progress.SILENT,
                signal,
                cancellation,
                new Waiting(signal, cancellation, clock));
        new RepetitionScheduler(setting, (own, execution, k) -> {
                    course.add("begin " + execution.caseId());
                    work.take(own, execution, k);
                    course.add("end " + execution.caseId());
                })
                .take(order);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldTakeRepetitionsAtTheSameTimeWhenTheirMachinesDiffer() {
        CountDownLatch both = new CountDownLatch(2);

        next("a", "h1", true).next("b", "h2", true).take((own, execution, k) -> {
            both.countDown();
            await(both);
        });

        assertThat(course.subList(0, 2)).containsExactlyInAnyOrder("begin a", "begin b");
    }

    @Test
    void shouldTakeThemInTurnWhenTheModelDoesNotAllowMore() {
        next("a", "h1", false).next("b", "h2", false).take((own, execution, k) -> {});

        assertThat(course).containsExactly("begin a", "end a", "begin b", "end b");
    }

    @Test
    void shouldNotLetOneOvertakeAnotherOnTheSameMachine() {
        CountDownLatch third = new CountDownLatch(1);

        next("a", "h1", true).next("b", "h1", true).next("c", "h2", true).take((own, execution, k) -> {
            if (execution.caseId().equals("a")) {
                await(third);
            } else if (execution.caseId().equals("c")) {
                third.countDown();
            }
        });

        assertThat(course.indexOf("end a")).isLessThan(course.indexOf("begin b"));
        assertThat(course.indexOf("begin c")).isLessThan(course.indexOf("end a"));
    }

    @Test
    void shouldLetACaseRunAloneThatMustNotShareTheTestbed() {
        next("a", "h1", true).next("b", "h2", false).next("c", "h3", true).take((own, execution, k) -> {});

        assertThat(course).containsExactly("begin a", "end a", "begin b", "end b", "begin c", "end c");
    }

    @Test
    void shouldNumberRepetitionsAndGiveEachThreadBellsOfItsOwn() {
        List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());
        List<RunSignal> signals = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch both = new CountDownLatch(2);

        next("a", "h1", true).next("b", "h2", true).take((own, execution, k) -> {
            numbers.add(k);
            signals.add(own.signal());
            both.countDown();
            await(both);
        });

        assertThat(numbers).containsExactlyInAnyOrder(1, 2);
        assertThat(signals).doesNotHaveDuplicates().doesNotContain(signal);
    }

    @Test
    void shouldWakeAllThatWaitAndBeginNoMoreWhenTheUserEndsTheRun() {
        CountDownLatch both = new CountDownLatch(2);

        next("a", "h1", true).next("b", "h2", true).next("c", "h1", true).take((own, execution, k) -> {
            both.countDown();
            await(both);
            cancellation.ask();
            try {
                own.signal().await(10_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(course).hasSize(4).doesNotContain("begin c");
    }

    @Test
    void shouldEndTheRunWhenOneOfThemBreaks() {
        CountDownLatch both = new CountDownLatch(2);

        assertThatThrownBy(() -> next("a", "h1", true)
                        .next("b", "h2", true)
                        .next("c", "h1", true)
                        .take((own, execution, k) -> {
                            both.countDown();
                            await(both);
                            if (execution.caseId().equals("a")) {
                                throw new IllegalArgumentException("broken");
                            }
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("broken");

        assertThat(course).contains("end b").doesNotContain("begin c");
    }
}
