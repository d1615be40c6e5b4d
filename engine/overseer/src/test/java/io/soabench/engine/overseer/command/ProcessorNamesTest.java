package io.soabench.engine.overseer.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.soabench.engine.overseer.thread.MemoryPolicy;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.SysTree;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProcessorNamesTest {

    private final Path root = SysTree.memory();

    private Topology topology;

    @BeforeEach
    void writeTwoPackagesOfWhichTheLastProcessorIsNotAllowed() throws IOException {
        topology = Survey.of(SysTree.regular(root, 2, 2, 2)
                .file("proc/self/status", "Cpus_allowed_list:\t0-6")
                .write());
    }

    private IdSet parse(String text) {
        return ProcessorNames.parse(text, topology);
    }

    @Test
    void shouldNameProcessorsByWhatTheyBelongTo() {
        assertThat(parse("0,4-5")).isEqualTo(IdSet.of(0, 4, 5));
        assertThat(parse("node:0")).isEqualTo(IdSet.of(0, 1, 4, 5));
        assertThat(parse("package:0")).isEqualTo(IdSet.of(0, 1, 4, 5));
        assertThat(parse("die:0")).isEqualTo(IdSet.of(0, 1, 4, 5));
        assertThat(parse("cache:0")).isEqualTo(IdSet.of(0, 1, 4, 5));
        assertThat(parse("core:0,2")).isEqualTo(IdSet.of(0, 4, 2, 6));
    }

    @Test
    void shouldPlaceAProgramLikeOneThread() {
        assertThat(parse("default")).isEqualTo(IdSet.range(0, 6));
        assertThat(parse("per-cpu")).isEqualTo(IdSet.of(0, 1, 4, 5));
        assertThat(parse("per-core")).isEqualTo(IdSet.of(0, 4));
        assertThat(parse("interleaved")).isEqualTo(IdSet.of(0, 4));
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("node:0-2"))
                .withMessage("there is no node 2; there are 0-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("socket:0"))
                .withMessage("'socket' is none of node, package, die, core, cache");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("core:3"))
                .withMessage("'core:3' has processors 7, which this process may not use; it may use 0-6");
        assertThatIllegalArgumentException().isThrownBy(() -> parse("")).withMessage("'' names no processor");
        assertThatIllegalArgumentException().isThrownBy(() -> parse("x")).withMessageStartingWith("'x' is no list");
    }

    @Test
    void shouldReadMemoryPolicies() {
        assertThat(RunCommand.policy("bind:0-1")).isEqualTo(MemoryPolicy.bind(IdSet.of(0, 1)));
        assertThat(RunCommand.policy("preferred:1")).isEqualTo(MemoryPolicy.preferred(1));
        assertThat(RunCommand.policy("interleave:0,2")).isEqualTo(MemoryPolicy.interleave(IdSet.of(0, 2)));
        assertThat(RunCommand.policy("local")).isEqualTo(MemoryPolicy.local());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunCommand.policy("near"))
                .withMessage("'near' is no memory policy: local, bind:0-1, preferred:0, interleave:0-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunCommand.policy("bind"))
                .withMessage("memory policy BIND needs a node");
    }
}
