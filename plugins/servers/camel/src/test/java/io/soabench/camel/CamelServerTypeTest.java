package io.soabench.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypeContract;
import org.junit.jupiter.api.Test;

class CamelServerTypeTest extends ServerTypeContract {

    @Override
    protected ServerType type() {
        return new CamelServerType();
    }

    @Test
    void shouldNameItsEngineAsTheArtifactThatHasTheVersion() {
        assertThat(type().programs().get(0).with().get(0)).startsWith("org.apache.camel:camel-core:");
    }
}
