package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.server.replica.ReplicaPlan;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaSlotTest {
    private static final JsonNode SEEN = ReplicaAdmin.json(
            "{\"instancesStarted\": 10, \"instancesCompleted\": 6, \"instancesFaulted\": 1, \"instancesRunning\": 3}");

    private final ReplicaSlot slot = new ReplicaSlot(new ReplicaPlan(1, 1, IdSet.none(), IdSet.none(), Map.of()));

    private Map<String, Long> lost(boolean areRecovered) {
        slot.reported(null, SEEN);
        assertThat(slot.lost("killed", areRecovered)).as("running").isEqualTo(3);
        return slot.lostCounts();
    }

    @Test
    void shouldKeepTheCountsOfALostProcess() {
        assertThat(lost(false))
                .containsOnly(
                        Map.entry("instancesStarted", 10L),
                        Map.entry("instancesCompleted", 6L),
                        Map.entry("instancesFaulted", 1L));
        assertThat(slot.losses()).isOne();
    }

    /** The next process counts those as started that it has recovered, so that all that started have an end some time. */
    @Test
    void shouldNotCountRecoveredInstancesTwice() {
        assertThat(lost(true))
                .containsOnly(
                        Map.entry("instancesStarted", 7L),
                        Map.entry("instancesCompleted", 6L),
                        Map.entry("instancesFaulted", 1L));

        lost(true);

        assertThat(slot.lostCounts()).containsEntry("instancesStarted", 14L).containsEntry("instancesCompleted", 12L);
    }
}
