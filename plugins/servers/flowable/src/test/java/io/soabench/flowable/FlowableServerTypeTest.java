package io.soabench.flowable;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypeContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowableServerTypeTest extends ServerTypeContract {

    @Override
    protected ServerType type() {
        return new FlowableServerType();
    }

    @Test
    void shouldNameItsEngineAsTheArtifactThatHasTheVersion() {
        assertThat(type().programs().get(0).with().get(0)).startsWith("org.flowable:flowable-engine:");
    }

    @Test
    void shouldKeepInstancesWithAnyHistoryButNone() {
        FlowableServerType flowable = new FlowableServerType();

        assertThat(flowable.withoutHistory(Map.of("history", "audit"))).isEmpty();
        assertThat(flowable.withoutHistory(Map.of("history", "none"))).startsWith("has history none");
    }
}
