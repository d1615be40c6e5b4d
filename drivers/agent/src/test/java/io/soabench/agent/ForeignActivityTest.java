package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.plan.EnvironmentRecord.Neighbour;
import io.soabench.plan.EnvironmentRecord.Surroundings;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignActivityTest {

    private static final long DRIVER = 100;

    @TempDir
    private Path proc;

    private long monotonicNs = 1_000_000_000L;
    private long wallMs = 1_000;

    private ForeignActivity foreign() {
        HostClock clock = new HostClock() {
            @Override
            public long epochNanos() {
                return monotonicNs;
            }

            @Override
            public Instant now() {
                return Instant.ofEpochMilli(wallMs);
            }
        };
        return new ForeignActivity(proc, clock, DRIVER);
    }

    private void pass(long ms) {
        monotonicNs += ms * 1_000_000;
        wallMs += ms;
    }

    /** Two processors. */
    private void machine(long user, long system, long stolen) throws IOException {
        machine(user, system, stolen, 9_000);
    }

    private void machine(long user, long system, long stolen, long idle) throws IOException {
        Files.writeString(
                proc.resolve("stat"),
                "cpu  " + user + " 0 " + system + " " + idle + " 7 50 60 " + stolen
                        + " 0 0\ncpu0 1 2 3\ncpu1 1 2 3\nintr 5\n");
    }

    private void process(long pid, String name, long parent, long started, long own, long ofChildren)
            throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                pid + " (" + name + ") S " + parent + " 1 1 0 -1 4194304 1 2 3 4 " + own + " 0 " + ofChildren
                        + " 0 20 0 1 0 " + started + " 1 1\n");
    }

    private void end(long pid) throws IOException {
        Files.delete(proc.resolve(pid + "/stat"));
        Files.delete(proc.resolve(Long.toString(pid)));
    }

    @Test
    void shouldTellProcessorTimeOfOthersFromThatOfTheRun() throws IOException {
        machine(10_000, 1_000, 30);
        process(1, "init", 0, 1, 500, 900);
        process(2, "kthreadd", 0, 1, 10, 0);
        process(7, "kworker/0:1", 2, 1, 100, 0);
        process(DRIVER, "java", 1, 50, 2_000, 700);
        process(300, "my (odd) tool", 1, 60, 1_000, 0);
        ForeignActivity foreign = foreign();
        assertThat(foreign.look()).as("nothing to compare with").isNull();

        // 10 s of two processors are 2,000 ticks. The engine ended and was waited for, a child of the mock host runs.
        pass(10_000);
        machine(10_900, 1_100, 130, 9_800);
        process(7, "kworker/0:1", 2, 1, 140, 0);
        process(DRIVER, "java", 1, 50, 2_100, 1_000);
        process(201, "java", DRIVER, 900, 60, 0);
        process(202, "sh", 201, 901, 40, 0);
        process(300, "my (odd) tool", 1, 60, 1_250, 0);
        process(301, "late", 1, 950, 50, 0);

        Surroundings seen = foreign.look();

        assertThat(seen.seconds()).isEqualTo(10);
        // 1,000 in all: 100 + 300 + 60 + 40 are the run's, 40 the kernel's, 300 of the two tools, and 160 of somebody
        // who is gone.
        assertThat(seen.foreignShare()).isCloseTo(460 / 2_000.0, within(1e-9));
        assertThat(seen.stolenShare()).isCloseTo(100 / 2_000.0, within(1e-9));
        assertThat(seen.idleShare()).isCloseTo(800 / 2_000.0, within(1e-9));
        assertThat(seen.clockStepMs()).isZero();
        assertThat(seen.programs())
                .containsExactly(new Neighbour("my (odd) tool", 300, 0.25), new Neighbour("late", 301, 0.05));
    }

    @Test
    void shouldTakeAProcessWithTheNumberOfAnEarlierOneAsNew() throws IOException {
        machine(10_000, 0, 0);
        process(DRIVER, "java", 1, 50, 0, 0);
        process(300, "old", 1, 60, 5_000, 0);
        ForeignActivity foreign = foreign();
        foreign.look();
        pass(1_000);
        machine(10_100, 0, 0);
        end(300);
        process(300, "new", 1, 999, 100, 0);

        assertThat(foreign.look().programs()).containsExactly(new Neighbour("new", 300, 1));
    }

    @Test
    void shouldSeeThatTheMachineSleptOrItsClockWasSet() throws IOException {
        machine(0, 0, 0);
        ForeignActivity foreign = foreign();
        foreign.look();
        pass(2_000);
        wallMs += 60_000;

        Surroundings seen = foreign.look();

        assertThat(seen.clockStepMs()).isEqualTo(60_000);
        assertThat(seen.foreignShare()).isZero();
        assertThat(seen.programs()).isEmpty();
    }

    @Test
    void shouldSayNothingWhereTheMachineSaysNothing() {
        ForeignActivity foreign = foreign();
        foreign.look();
        pass(1_000);

        assertThat(foreign.look()).isNull();
    }

    @Test
    void shouldSeeThisMachineWithoutAccusingItself() throws IOException {
        ForeignActivity foreign = new ForeignActivity(
                Path.of("/proc"), HostClock.system(), ProcessHandle.current().pid());
        foreign.look();
        long until = System.nanoTime() + 50_000_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }

        Surroundings seen = foreign.look();

        assertThat(seen.seconds()).isGreaterThanOrEqualTo(0.05);
        assertThat(seen.programs())
                .noneMatch(each -> each.pid() == ProcessHandle.current().pid());
    }
}
