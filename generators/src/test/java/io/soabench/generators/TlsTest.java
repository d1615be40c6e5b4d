package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.model.testbed.Host;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of servers that speak TLS begin with https, wherever they are written. */
class TlsTest {

    @TempDir
    Path temp;

    private ModelFixture model;
    private Path compiled;

    @BeforeEach
    void begin() {
        model = new ModelFixture(temp.resolve("model"));
        compiled = temp.resolve("out/compiled");
    }

    private Plan compile(boolean engineCallsByTls) {
        Map<String, ServerType> types = new TreeMap<>(ModelFixture.types());
        types.put("relay", new ModelFixture.RelayType());
        types.computeIfPresent(
                "reference",
                (name, type) -> UsersServicesTest.speaking(type, Engine.class, "callsByTls", engineCallsByTls));
        return new TestbedCompiler().compile(model.testbed, Set.of(), types, compiled, OptionalLong.empty());
    }

    @Test
    void shouldCallSecureServicesByHttps() throws IOException {
        ModelFixture.secure(model.mocks);

        Plan plan = compile(true);

        assertThat(Files.readString(compiled.resolve("processes/engine/Sequential/addresses.txt")))
                .contains("https://${server.mocks.address}:${server.mocks.port.http}/services/quotes-1");
        assertThat(plan.serverOf("mocks").speaksTls()).isTrue();
        assertThat(plan.serverOf("engine").speaksTls()).isFalse();
        assertThat(plan.cases().get(0).paths())
                .extracting(PathPlan::to, path -> path.address().startsWith("https:"))
                .contains(tuple("mocks", true), tuple("engine", false));
    }

    @Test
    void shouldCallASecureEngineByHttpsAlsoThroughARelay() throws IOException {
        ModelFixture.secure(model.engine);
        Host far = ModelFixture.MAKE.createHost();
        far.setName("far");
        far.setAddress("10.0.0.9");
        model.testbed.getElements().add(far);
        model.engine.setHost(far);
        model.latency(model.host, far, "2");

        Plan plan = compile(false);

        assertThat(plan.cases().get(0).clients().get(0).endpoints().values())
                .isNotEmpty()
                .allMatch(address -> address.startsWith("https://${server.relay."));
    }

    @Test
    void shouldRefuseAnEngineThatCallsPartnersWithoutTls() {
        ModelFixture.secure(model.mocks);

        CompilationRefused refused = catchThrowableOfType(CompilationRefused.class, () -> compile(false));

        assertThat(refused.issues().stream().map(issue -> issue.text(model.folder)))
                .containsOnly("quickstart.testbed:1:1: [tls-unsupported] server \"mocks\", which serves \"quotes\","
                        + " has tls true, but engines of type \"reference\" call partners without TLS; leave tls out,"
                        + " or take another engine");
        assertThat(compiled).doesNotExist();
    }
}
