package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class ReplicaQueriesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void shouldAddStatisticsAndKeepTheLongestTimeOfADisk() throws Exception {
        JsonNode one = JSON.readTree("{\"journalSyncs\": 3, \"journalSyncP99Us\": 700, \"journalLagUs\": 5}");
        JsonNode other = JSON.readTree("{\"journalSyncs\": 4, \"journalSyncP99Us\": 400, \"journalLagUs\": 90}");
        ObjectNode sums = JSON.createObjectNode();

        ReplicaQueries.addCounts(sums, one);
        ReplicaQueries.addCounts(sums, other);

        assertThat(sums.toString()).isEqualTo("{\"journalSyncs\":7,\"journalSyncP99Us\":700,\"journalLagUs\":90}");
    }
}
