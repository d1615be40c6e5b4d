package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An engine and the server that keeps its tables. */
final class NamedDatabaseTest {

    private static final String LIBRARY = "library";
    private static final String TABLES = "tables";

    /** What both types have in common. */
    private interface Fake extends ServerType {

        @Override
        default String licence() {
            return "MIT";
        }

        @Override
        default List<Program> programs() {
            return List.of();
        }

        @Override
        default Lifecycle lifecycle() {
            return Lifecycle.of(List.of("true"), new Lifecycle.Probe("line:ready", 0, 1))
                    .build();
        }
    }

    private record Library(String name) implements Fake, Engine {

        @Override
        public void packageProcess(ProcessSource process, Path folder) {
            // Nothing is deployed here.
        }

        @Override
        public DatabaseChoice database() {
            return DatabaseChoice.EMBEDDED_OR_SERVER;
        }

        @Override
        public Durability durability(Map<String, String> parameters) {
            return DatabaseDurability.of(parameters);
        }

        @Override
        public Durability durability(Map<String, String> parameters, Durability database) {
            return DatabaseDurability.on(database);
        }
    }

    private record Tables(String name) implements Fake, Database {

        @Override
        public String jdbcAddress() {
            return "jdbc:tables://${address}:${port:sql}/all?user=me";
        }

        @Override
        public Durability durability(Map<String, String> parameters) {
            return new Durability(Durability.Level.PROCESS, "keeps " + parameters.get("what"));
        }
    }

    private final Map<String, ServerType> types =
            Map.of(LIBRARY, new Library(LIBRARY), TABLES, new Tables(TABLES), "plain", new Library("plain"));

    private static ServerPlan server(String name, String type, Map<String, String> parameters) {
        return new ServerPlan(name, type, "here", parameters, Map.of(), List.of());
    }

    private final ServerPlan engine = server("engine", LIBRARY, Map.of("heap", "1", "database", "db"));
    private final ServerPlan embedded = server("other", LIBRARY, Map.of("database", "memory"));
    private final ServerPlan lost = server("lost", LIBRARY, Map.of("database", "engine"));
    private final Plan plan = Plan.of(null)
            .withServers(List.of(engine, embedded, lost, server("db", TABLES, Map.of("what", "almost all"))));

    @Test
    void shouldGiveTheEngineTheAddressOfItsDatabase() {
        NamedDatabase database = NamedDatabase.of(engine, plan, types).orElseThrow();

        assertThat(database.addressed().parameters())
                .isEqualTo(Map.of(
                        "heap",
                        "1",
                        "database",
                        "jdbc:tables://${server.db.address}:${server.db.port.sql}/all?user=me"));
        assertThat(NamedDatabase.durability(engine, types.get(LIBRARY), plan, types))
                .isEqualTo(new Durability(
                        Durability.Level.PROCESS,
                        "commits waiting instances to a database server, which keeps almost all"));
    }

    @Test
    void shouldFindNoneWhereAnEngineKeepsItsTablesItself() {
        assertThat(NamedDatabase.of(embedded, plan, types)).isEmpty();
        assertThat(NamedDatabase.of(lost, plan, types))
                .as("an engine is no database")
                .isEmpty();
        assertThat(NamedDatabase.of(plan.serverOf("db"), plan, types)).isEmpty();
        assertThat(NamedDatabase.durability(embedded, types.get(LIBRARY), plan, types)
                        .level())
                .isEqualTo(Durability.Level.NONE);
    }
}
