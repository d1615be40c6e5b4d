package io.soabench.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypeContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CamelServerTypeTest extends ServerTypeContract {

    @Override
    protected ServerType type() {
        return new CamelServerType();
    }

    @Test
    void shouldNameItsEngineAsTheArtifactThatHasTheVersion() {
        assertThat(type().programs().get(0).with().get(0)).startsWith("org.apache.camel:camel-core:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.22.4", "4.0.6", "4.3.0", "2.25.4", "4.0", "org.apache.camel:camel-core:4.0.6"})
    void shouldRefuseVersionsWithoutVariables(String version) {
        assertThat(type().unfitVersion(version))
                .contains(
                        "of Apache Camel has no variables, by which routes here hold values; write 4.4.0 or a later version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.4.0", "4.14.6", "4.18.1", "4.19.0-SNAPSHOT", "5.0.0", "com.example:ours:1.0", "main"})
    void shouldTryOtherVersions(String version) {
        assertThat(type().unfitVersion(version)).isEmpty();
    }
}
