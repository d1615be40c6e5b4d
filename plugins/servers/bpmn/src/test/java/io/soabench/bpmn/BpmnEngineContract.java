package io.soabench.bpmn;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.messages.EngineFixture;
import io.soabench.messages.LibraryEngineContract;
import io.soabench.postgresql.PostgresFixture;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests that each BPMN engine passes besides those of library engines. A subclass starts the engine. */
public abstract class BpmnEngineContract extends LibraryEngineContract {

    private static final int CALLS = 5;
    private static final String PASSWORD = "a-long-password";
    private static final String SCHEMAS =
            "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'soabench%'";
    private static final String TABLES =
            "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'act%'";

    private static final String SECOND =
            "<process id=\"Second\" isExecutable=\"true\"><startEvent id=\"s\"/><endEvent id=\"e\"/>"
                    + "<sequenceFlow id=\"g\" sourceRef=\"s\" targetRef=\"e\"/></process>";

    /** Creates a contract. */
    protected BpmnEngineContract() {}

    @Override
    protected final String processFile() {
        return "process.bpmn";
    }

    @Override
    protected final String ending() {
        return ".bpmn";
    }

    @Override
    protected final Class<?> files() {
        return BpmnEngineContract.class;
    }

    @Test
    final void shouldAnswerWithinTheTransactionOfTheStart() throws Exception {
        deployed("Sequential", "sequential", () -> {
            long changes = server().statistic("sqlChanges");
            long completed = server().statistic("instancesCompleted");
            server().clearCalls();

            manyAnswersAreRight("Sequential");

            assertThat(server().calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactly("1", "2", "3", "4", "5"));
            server().await("instancesCompleted", completed + CLIENTS * REQUESTS);
            assertThat(server().statistic("sqlChanges") - changes)
                    .as("an instance in one transaction without history writes nothing")
                    .isZero();
        });
    }

    @Test
    final void shouldAnswerAfterTheCommitOfALaterTransaction() throws Exception {
        deployed("Sequential", "sequential-async", () -> {
            long changes = server().statistic("sqlChanges");
            long completed = server().statistic("instancesCompleted");
            server().clearCalls();

            manyAnswersAreRight("Sequential");

            assertThat(server().calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactly("1", "2", "3", "4", "5"));
            assertThat(server().statistic("sqlChanges") - changes).isGreaterThan(CLIENTS * REQUESTS * CALLS);
            server().await("instancesCompleted", completed + CLIENTS * REQUESTS);
        });
    }

    /** Without a boundary at the join as well, jobs collide there and repeat their calls. */
    @Test
    final void shouldCallEachPartnerOnceWhereBranchesAreJobs() throws Exception {
        deployed("FlowNoDep", "flow-no-dep-async", () -> {
            server().clearCalls();

            manyAnswersAreRight("FlowNoDep");

            assertThat(server().calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactlyInAnyOrder("1", "2", "3", "4", "5"));
        });
    }

    @Test
    final void shouldAnswerAClientWhoseJobFailsForGood() throws Exception {
        deployed("Sequential", "sequential-async", () -> {
            HttpResponse<String> answer = server().order("Sequential", "broken");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("soap:Server", "failed");
        });
    }

    @Test
    final void shouldKeepTheBeginAndEndOfEachInstance() throws Exception {
        keepsInstances(engine(Map.of("--history", "activity")));
    }

    @Test
    final void shouldKeepTheBeginAndEndOfEachInstanceInPostgres(@TempDir Path folder) throws Exception {
        try (PostgresFixture database = new PostgresFixture(folder, Map.of())) {
            database.ready();
            keepsInstances(
                    engine(Map.of("--history", "activity", "--database", database.address(), "--connections", "5")));
        }
    }

    private void keepsInstances(EngineFixture started) throws Exception {
        try (EngineFixture other = started) {
            other.ready();
            assertThat(other.deploy("Sequential", "sequential.bpmn").statusCode())
                    .isEqualTo(201);
            long beginUs = System.currentTimeMillis() * 1_000;
            for (int i = 0; i < CALLS; i++) {
                assertThat(other.order("Sequential", "a" + i).body()).contains(">15</sum>");
            }
            long endUs = (System.currentTimeMillis() + 1) * 1_000;
            other.await("instancesCompleted", CALLS);
            long changes = other.statistic("sqlChanges");

            HttpResponse<String> answer = other.instances();

            assertThat(answer.statusCode()).isEqualTo(200);
            List<String> lines = answer.body().lines().toList();
            assertThat(lines).hasSize(1 + CALLS).startsWith("process,start_epoch_us,end_epoch_us,reason");
            assertThat(lines.subList(1, lines.size())).allSatisfy(line -> {
                String[] fields = line.split(",", -1);
                assertThat(fields[0]).isEqualTo("Sequential");
                assertThat(Long.parseLong(fields[1])).isBetween(beginUs, endUs);
                assertThat(Long.parseLong(fields[2])).isBetween(Long.parseLong(fields[1]), endUs);
            });
            assertThat(other.statistic("sqlChanges")).isEqualTo(changes);
        }
    }

    @Test
    final void shouldSayThatItKeepsNoInstancesWithoutHistory() throws Exception {
        HttpResponse<String> answer = server().instances();

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body())
                .isEqualToIgnoringNewLines(
                        "the engine runs with history none, so it keeps no instances; choose another history");
    }

    @Test
    final void shouldKeepInstancesInADatabaseServer(@TempDir Path folder) throws Exception {
        try (PostgresFixture database = new PostgresFixture(folder, Map.of("settings", "jit=off"));
                EngineFixture other = engine(Map.of("--database", database.address(), "--connections", "5"))) {
            // Both start at once, and the engine would wait for minutes for a database that has failed.
            database.ready();
            other.ready();
            assertThat(other.deploy("Sequential", "sequential-async.bpmn").statusCode())
                    .isEqualTo(201);
            for (int i = 0; i < CALLS; i++) {
                assertThat(other.order("Sequential", "a" + i).body()).contains(">15</sum>");
            }
            assertThat(other.statistic("sqlChanges")).isGreaterThan(CALLS * CALLS);
            assertThat(other.statistics())
                    .contains("\"setting.database\" : \"PostgreSQL 1", "\"setting.isolation\" : \"read committed\"")
                    .contains("\"setting.database.fsync\" : \"on\"", "\"setting.database.jit\" : \"off\"")
                    .contains("\"setting.database.shared_buffers\" : \"16MB\"")
                    .contains("\"setting.jobsPerAcquisition\" : ", "\"setting.history\" : \"none\"")
                    .doesNotContain("setting.database.port");
            assertThat(other.stop()).isZero();
        }
    }

    private static List<String> names(String address, String query) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(address, "engine", PASSWORD);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /** Another engine has left its tables in the database, so each of its own must be made in the schema. */
    @Test
    final void shouldHaveASchemaOfItsOwnInADatabaseOfOthers(@TempDir Path folder) throws Exception {
        Path secret = secrets().resolve("db-password");
        try (PostgresFixture database = new PostgresFixture(folder, Map.of("max-connections", "50"))) {
            database.ready();
            try (EngineFixture before = engine(Map.of("--database", database.address()))) {
                before.ready();
                assertThat(before.stop()).isZero();
            }
            String address = database.demandPassword(PASSWORD);
            Files.writeString(secret, PASSWORD + "\n");
            Map<String, String> options =
                    Map.of("--database", address, "--database-user", "engine", "--database-secret", "db-password");
            try (EngineFixture other = engine(options)) {
                other.ready();
                assertThat(other.deploy("Sequential", "sequential-async.bpmn").statusCode())
                        .isEqualTo(201);
                assertThat(other.order("Sequential", "a").body()).contains(">15</sum>");
                assertThat(names(address, SCHEMAS)).singleElement().asString().startsWith("soabench_");
                assertThat(names(address, TABLES + " AND table_schema LIKE 'soabench%'"))
                        .as("tables of the engine")
                        .hasSameElementsAs(names(address, TABLES + " AND table_schema = 'public'"))
                        .hasSizeGreaterThan(20);
                assertThat(names(address, "SELECT count(*) FROM public.act_re_procdef"))
                        .as("processes in the schema of others")
                        .containsExactly("0");
                assertThat(other.stop()).isZero();
            }
            assertThat(names(address, SCHEMAS)).isEmpty();
            assertThat(names(address, TABLES + " AND table_schema = 'public'")).isNotEmpty();

            Files.writeString(secret, "wrong");
            try (EngineFixture refused = engine(options)) {
                assertThat(refused.end()).isEqualTo(2);
                assertThat(refused.errors())
                        .contains("no schema can be made in the database " + address, "password authentication failed")
                        .doesNotContain("wrong\n");
            }
        }
    }

    @Test
    final void shouldRefuseADatabaseThatItCannotUse(@TempDir Path folder) throws Exception {
        try (PostgresFixture database = new PostgresFixture(folder, Map.of("max-connections", "10"));
                EngineFixture refused = engine(Map.of("--database", database.address(), "--connections", "8"))) {
            database.ready();
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors())
                    .contains("the pool has 8 connections, but the database takes only 7 of an engine");
        }
        try (EngineFixture refused =
                engine(Map.of("--database", "jdbc:mysql://127.0.0.1/db", "--database-user", "u"))) {
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors())
                    .contains("there is no JDBC driver for jdbc:mysql://127.0.0.1/db on the class path");
        }
        try (EngineFixture refused = engine(Map.of("--database", "postgresql"))) {
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors())
                    .contains(
                            "--database=postgresql is no place for tables; use memory, file or an address that begins with"
                                    + " jdbc:");
        }
    }

    private String sequential() throws IOException {
        return server().file("sequential.bpmn");
    }

    /** Returns a file with the process of the tests, another one, and one that is only drawn. */
    private String pools() throws IOException {
        String drawn = "<process id=\"Drawn\" isExecutable=\"false\"><serviceTask id=\"pay\"/></process></definitions>";
        String pool = "<collaboration id=\"c\"><participant id=\"p\" processRef=\"Sequential\"/>"
                + "<participant id=\"q\" processRef=\"Drawn\"/></collaboration><process id=\"Sequential\"";
        return sequential().replace("<process id=\"Sequential\"", pool).replace("</definitions>", SECOND + drawn);
    }

    @Test
    final void shouldRunOneProcessOfAFileWithSeveral() throws Exception {
        HttpResponse<String> deployment = server().deployText("Pools", pools(), "Sequential");
        assertThat(deployment.statusCode()).as(deployment.body()).isEqualTo(201);

        assertThat(server().order("Pools", "a").body()).contains(">15</sum>");
        assertThat(server().undeploy("Pools").statusCode()).isEqualTo(204);
    }

    @Test
    final void shouldRefuseAFileThatCannotRun() throws Exception {
        HttpResponse<String> other =
                server().deployText("Other", sequential().replace("</definitions>", SECOND + "</definitions>"));
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.body()).contains("has 2 executable processes");

        HttpResponse<String> broken = server().deployText("Broken", "<definitions/>");
        assertThat(broken.statusCode()).isEqualTo(422);
    }

    @Test
    final void shouldEndWithStatusZeroAndRefuseWrongOptions() throws Exception {
        try (EngineFixture other = engine(Map.of("--database", "file"))) {
            other.ready();
            assertThat(other.deploy("Sequential", "sequential-async.bpmn").statusCode())
                    .isEqualTo(201);
            assertThat(other.order("Sequential", "a").body()).contains(">15</sum>");
            assertThat(other.stop()).isZero();
        }
        try (EngineFixture refused = engine(Map.of("--connections", "1"))) {
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors()).contains("--connections=1 is too small; the least is 2");
        }
        try (EngineFixture refused = engine(Map.of("--history", "everything"))) {
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors()).contains("the engine does not start", "everything");
        }
    }
}
