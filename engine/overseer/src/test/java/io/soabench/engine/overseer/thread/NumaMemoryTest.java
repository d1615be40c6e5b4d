package io.soabench.engine.overseer.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Survey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests on this machine, also if it has one node only; each test sets the policy of a thread of its own. */
final class NumaMemoryTest {

    private static int node;

    @BeforeAll
    static void needsNuma() throws IOException {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
        try {
            NumaMemory.policy();
        } catch (NotAvailableException e) {
            assumeTrue(false, e.getMessage());
        }
        node = Survey.ofThisMachine().nodes().stream()
                .filter(one -> one.memoryBytes().orElse(0) > 0)
                .mapToInt(NumaNode::id)
                .max()
                .orElse(0);
    }

    private static <T> T inThread(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        new Thread(future, "numa").start();
        return future.get();
    }

    @Test
    void shouldSetAndReadThePolicyOfAThread() throws Exception {
        for (MemoryPolicy policy : List.of(
                MemoryPolicy.bind(IdSet.of(node)),
                MemoryPolicy.preferred(node),
                MemoryPolicy.interleave(IdSet.of(node)),
                MemoryPolicy.local(),
                MemoryPolicy.byDefault())) {
            inThread(() -> {
                NumaMemory.set(policy);
                assertThat(NumaMemory.policy()).isEqualTo(policy);
                assertThat(inThread(NumaMemory::policy))
                        .as("what it starts inherits it")
                        .isEqualTo(policy);
                return null;
            });
        }
        assertThat(NumaMemory.policy()).isEqualTo(MemoryPolicy.byDefault());
    }

    @Test
    void shouldTakeMemoryOfTheNodeThatIsBound() throws Exception {
        int page = Linux.pageSize();

        inThread(() -> {
            NumaMemory.set(MemoryPolicy.bind(IdSet.of(node)));
            ByteBuffer touched = ByteBuffer.allocateDirect(16 * page);
            assertThat(NumaMemory.nodeOf(touched, 8 * page)).isEqualTo(node);
            return null;
        });
        ByteBuffer bound = ByteBuffer.allocateDirect(16 * page).alignedSlice(page);
        NumaMemory.bind(bound, MemoryPolicy.bind(IdSet.of(node)), true);
        bound.put(0, (byte) 1);
        assertThat(NumaMemory.nodeOf(bound, 0)).isEqualTo(node);
    }

    @Test
    void shouldRefuseNodesThatAreNotThere() {
        assertThatExceptionOfType(NotAvailableException.class)
                .isThrownBy(() -> NumaMemory.set(MemoryPolicy.bind(IdSet.of(1000))))
                .withMessage("denied: nodes '1000' have no memory that this thread may use");
        assertThatExceptionOfType(NotAvailableException.class)
                .isThrownBy(() ->
                        NumaMemory.bind(ByteBuffer.allocateDirect(1 << 16), MemoryPolicy.bind(IdSet.of(1000)), false))
                .withMessage("denied: nodes '1000' have no memory that this thread may use");
    }

    @Test
    void shouldRefuseBuffersWithoutAWholePage() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumaMemory.bind(ByteBuffer.allocate(1 << 16), MemoryPolicy.local(), false))
                .withMessageContaining("pass a direct buffer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumaMemory.bind(ByteBuffer.allocateDirect(100), MemoryPolicy.local(), false))
                .withMessageContaining("holds no whole page");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumaMemory.nodeOf(ByteBuffer.allocate(8), 0))
                .withMessageContaining("pass a direct buffer");
    }

    @Test
    void shouldGiveNewThreadsTheirPolicy() throws Exception {
        MemoryPolicy policy = MemoryPolicy.bind(IdSet.of(node));
        BoundThreads threads = new BoundThreads("numa", List.of(Affinity.get()), Optional.of(policy));
        FutureTask<BoundThreads.Bound> task =
                new FutureTask<>(() -> threads.threads().get(0));
        threads.newThread(task).start();

        assertThat(task.get().memory()).contains(policy);
        assertThat(task.get().failure()).isEmpty();
    }
}
