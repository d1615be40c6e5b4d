package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.plan.Plan;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database runs where an engine names it. */
class DatabasesTest {

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

    @Test
    void shouldRunTheDatabaseThatAnEngineNames() {
        model.database("db");
        model.keep("db");

        Plan plan = compile();

        assertThat(plan.cases())
                .allSatisfy(each -> assertThat(each.servers()).containsExactly("mocks", "db", "engine"));
        assertThat(plan.serverOf("engine").parameters())
                .as("as the model names it; drivers know the address")
                .containsEntry("database", "db");
    }

    @Test
    void shouldRunNoDatabaseForAnEngineThatKeepsItsTablesItself() {
        model.database("db");
        model.database("memory");
        model.keep("memory");

        assertThat(compile().cases())
                .allSatisfy(each -> assertThat(each.servers()).containsExactly("mocks", "engine"));
    }

    private CompilationRefused refused() {
        return catchThrowableOfType(CompilationRefused.class, this::compile);
    }

    @Test
    void shouldRefuseADatabaseThatIsNoServer() {
        model.keep("postgresql");

        assertThat(refused().issues())
                .extracting(issue -> issue.text(model.folder))
                .containsExactly(
                        "quickstart.testbed:1:1: [parameter-misfit] server \"engine\" has \"database postgresql\", but no server of"
                                + " that name is a database; write file or memory, or declare a server of type tables and write"
                                + " its name");
    }

    @Test
    void shouldRefuseADatabaseThatIsAMockHost() {
        model.keep("mocks");

        assertThat(refused().issues())
                .extracting(issue -> issue.text(model.folder))
                .singleElement()
                .asString()
                .contains("has \"database mocks\", but no server of that name is a database");
    }

    @Test
    void shouldRefuseALatencyToADatabase() {
        var away = ModelFixture.MAKE.createHost();
        away.setName("away");
        model.testbed.getElements().add(away);
        model.database("db").setHost(away);
        model.keep("db");
        model.latency(model.host, away, "2");

        assertThat(refused().issues())
                .extracting(issue -> issue.text(model.folder))
                .allSatisfy(issue -> assertThat(issue)
                        .contains(
                                "[latency-without-port]", "servers of type \"tables\" have no port in their address"));
    }
}
