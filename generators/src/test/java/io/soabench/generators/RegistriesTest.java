package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Unit;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry runs where it is needed, and engines learn where it is. */
class RegistriesTest {

    @TempDir
    Path temp;

    private ModelFixture model;

    @BeforeEach
    void begin() {
        model = new ModelFixture(temp.resolve("model"));
    }

    private Plan compile() {
        return new TestbedCompiler()
                .compile(
                        model.testbed,
                        Set.of(),
                        ModelFixture.types(),
                        temp.resolve("out/compiled"),
                        OptionalLong.empty());
    }

    private String addresses() throws IOException {
        return Files.readString(temp.resolve("out/compiled/processes/engine/Sequential/addresses.txt"));
    }

    @Test
    void shouldLeaveARegistryOutThatNobodyNeeds() throws IOException {
        model.registry("yellow");

        assertThat(compile().cases())
                .allSatisfy(each -> assertThat(each.servers()).containsExactly("mocks", "engine"));
        assertThat(addresses()).doesNotContain("yellow");
    }

    @Test
    void shouldRunTheRegistryThatAnEngineAsks() throws IOException {
        model.registry("yellow");
        model.ask("yellow");

        assertThat(compile().cases())
                .allSatisfy(each -> assertThat(each.servers()).containsExactly("mocks", "yellow", "engine"));
        assertThat(addresses()).endsWith("http://${server.yellow.address}:${server.yellow.port.http}/ask\n");
    }

    @Test
    void shouldRunTheRegistryThatAnEventPublishesIn() throws IOException {
        Server registry = model.registry("yellow");
        NewServiceInstance appears = ModelFixture.MAKE.createNewServiceInstance();
        appears.setSuite(model.suite);
        appears.setTime(ModelFixture.quantity("2", Unit.SECOND));
        appears.setType(model.quote);
        appears.setLike(model.quotes);
        appears.setServer(model.mocks);
        appears.setRegistry(registry);
        model.testbed.getElements().add(appears);

        assertThat(compile().cases())
                .allSatisfy(each -> assertThat(each.servers()).containsExactly("mocks", "yellow", "engine"));
        assertThat(addresses()).doesNotContain("yellow");
    }

    @Test
    void shouldTakeTheAddressOfARegistryElsewhere() throws IOException {
        model.ask("http://10.0.0.9:8080/inquiry");

        assertThat(compile().caseOf("Sequential-web-engine").servers()).containsExactly("mocks", "engine");
        assertThat(addresses()).endsWith("http://10.0.0.9:8080/inquiry\n");
    }

    @Test
    void shouldRefuseARegistryThatIsNone() {
        model.ask("mocks");

        assertThat(catchThrowableOfType(CompilationRefused.class, this::compile).issues())
                .extracting(issue -> issue.text(model.folder))
                .containsExactly(
                        "quickstart.testbed:1:1: [server-is-no-registry] server \"engine\" asks registry \"mocks\" for its partners, but no"
                                + " server of that name registers services; name one, or give the address of an inquiry, http://…");
    }

    @Test
    void shouldTellThePortTypeByWhichAServiceIsFound() {
        assertThat(compile().serviceOf("quotes").portType()).isEqualTo("{urn:soabench:quote}Quote");
    }
}
