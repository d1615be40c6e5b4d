package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.runtime.journal.record.RecordedEvent.Deployed;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.server.replica.ReplicaPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReplicaSetupTest {
    @Test
    void shouldReadWhatItHasWritten() {
        ReplicaSetup setup = new ReplicaSetup(
                new ReplicaPlan(
                        2,
                        3,
                        IdSet.of(4, 5, 7),
                        IdSet.of(1),
                        Map.of("http", List.of(IdSet.of(4), IdSet.of(5)), "kernel", List.of(IdSet.none()))),
                "secret",
                "token",
                1L << 50,
                List.of(
                        new StoredVersion(
                                new Deployed(7, "One", 3, "ab12", -5, new TreeMap<>(Map.of("zone", "Europe/Berlin"))),
                                true),
                        new StoredVersion(new Deployed(1L << 40, "Two", 0, "cd", 6, new TreeMap<>()), false)));

        assertThat(setup.line()).doesNotContain("\n");
        assertThat(ReplicaSetup.read(setup.line())).isEqualTo(setup);
    }

    @Test
    void shouldRefuseWhatIsNone() {
        assertThatThrownBy(() -> ReplicaSetup.read("{\"id\""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no set-up of a replica");
    }
}
