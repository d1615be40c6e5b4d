package io.soabench.engine.overseer.thread;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.soabench.engine.overseer.topology.IdSet;
import org.junit.jupiter.api.Test;

final class MemoryPolicyTest {

    @Test
    void shouldNameNodesWhereTheyMeanSomething() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryPolicy.bind(IdSet.none()))
                .withMessage("memory policy BIND needs a node");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryPolicy(MemoryPolicy.Mode.LOCAL, IdSet.of(1)))
                .withMessage("memory policy LOCAL names no nodes, here: 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryPolicy(MemoryPolicy.Mode.PREFERRED, IdSet.of(0, 1)))
                .withMessage("memory policy PREFERRED names one node, here: 0-1");
    }
}
