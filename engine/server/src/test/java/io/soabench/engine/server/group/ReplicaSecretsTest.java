package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.replica.Totals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaSecretsTest {
    private static final long PATIENCE_NS = Duration.ofSeconds(60).toNanos();
    private static final int REPLICAS = 3;

    @TempDir
    private Path folder;

    private ReplicaGroup group() throws GroupStartException {
        List<ReplicaPlan> plans = Stream.iterate(1, id -> id + 1)
                .limit(REPLICAS)
                .map(id -> new ReplicaPlan(id, REPLICAS, IdSet.none(), IdSet.none(), Map.of()))
                .toList();
        EnginePlan plan = new EnginePlan(
                ReplicaKind.PROCESSES, plans, 64L << 20, Totals.GROWN, Optional.empty(), List.of(), List.of());
        return ReplicaGroup.at(
                "127.0.0.1",
                0,
                new ReplicaLaunch(plan, RecordingReplica.class.getName(), one -> List.of(folder.toString())),
                ReplicaSettings.DEFAULT.livenessTimeout(),
                null,
                new SystemEngineClock());
    }

    private List<String> told(long pid) {
        try {
            return Files.readAllLines(folder.resolve(Long.toString(pid)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ReplicaSetup setup(long pid) {
        return ReplicaSetup.read(told(pid).get(0));
    }

    private String peers(long pid) {
        return told(pid).stream()
                .filter(line -> line.startsWith(ReplicaProtocol.PEERS))
                .reduce("", (before, line) -> line);
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).isNegative();
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** Checks that each replica has the secrets of the others, and that no secret is used twice. */
    private Set<String> checked(ReplicaGroup group) {
        List<Long> pids =
                group.slots().stream().map(slot -> slot.process().pid()).toList();
        await(() -> pids.stream()
                .allMatch(pid -> pids.stream().allMatch(other -> peers(pid).contains("=" + other))));
        Set<String> secrets = new HashSet<>();
        for (long pid : pids) {
            assertThat(secrets.add(setup(pid).secret()))
                    .as("a secret of its own")
                    .isTrue();
            assertThat(secrets.add(setup(pid).adminToken())).isTrue();
            for (ReplicaSlot slot : group.slots()) {
                long other = slot.process().pid();
                assertThat(peers(pid).split(" ", -1))
                        .contains(slot.id() + "=" + other + ":" + setup(other).secret());
            }
        }
        return secrets;
    }

    @Test
    void shouldGiveEachReplicaASecretOfItsOwnAndANewOneToOneThatIsStartedAgain() throws Exception {
        try (ReplicaGroup group = group()) {
            group.start();
            group.listen();
            Set<String> before = checked(group);
            long lost = group.slots().get(1).process().pid();

            assertThat(ProcessHandle.of(lost).orElseThrow().destroyForcibly()).isTrue();

            await(() -> {
                ReplicaProcess process = group.slots().get(1).process();
                return process != null
                        && process.pid() != lost
                        && group.slots().get(1).state() == ReplicaSlot.State.READY;
            });
            Set<String> after = checked(group);
            after.removeAll(before);
            assertThat(after).as("secret and token of the new process").hasSize(2);
        }
    }
}
