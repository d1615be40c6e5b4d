package io.soabench.camunda;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypeContract;
import io.soabench.plugin.ServerTypes;
import io.soabench.plugin.ServiceOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CamundaFamilyTest {

    @TempDir
    Path folder;

    static Stream<Engine> types() {
        return Stream.of(new CamundaServerType(), new CibSevenServerType(), new OperatonServerType());
    }

    @Nested
    class Camunda extends ServerTypeContract {
        @Override
        protected ServerType type() {
            return new CamundaServerType();
        }
    }

    @Nested
    class CibSeven extends ServerTypeContract {
        @Override
        protected ServerType type() {
            return new CibSevenServerType();
        }
    }

    @Nested
    class Operaton extends ServerTypeContract {
        @Override
        protected ServerType type() {
            return new OperatonServerType();
        }
    }

    @Test
    void shouldBeInTheCatalogue() {
        assertThat(ServerTypes.load(getClass().getClassLoader()))
                .as("its own types, and the database of its tests")
                .containsOnlyKeys("camunda", "cibseven", "operaton", "postgresql");
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldNameItsEngineAsTheArtifactThatHasTheVersion(Engine type) {
        ServerType.Program program = type.programs().get(0);

        assertThat(program.with().get(0)).matches("org\\.[a-z]+\\.bpm:[a-z]+-engine:[0-9.]+");
        assertThat(program.with().get(0)).contains(type.name());
        assertThat(program.coordinates())
                .startsWith("io.soabench:soabench-server-camunda:")
                .matches(text -> type.name().equals("camunda") || text.contains(":jar:" + type.name() + ":"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldSayWhatItKeeps(Engine type) {
        assertThat(type.durability(Map.of()).level()).isEqualTo(Durability.Level.NONE);
        assertThat(type.durability(Map.of("database", "file")).level()).isEqualTo(Durability.Level.UNKNOWN);
        assertThat(type.durability(Map.of("database", "db")).level()).isEqualTo(Durability.Level.UNKNOWN);
        Durability disk = new Durability(Durability.Level.DISK, "forces each commit to disk");
        assertThat(type.durability(Map.of("database", "db"), disk))
                .isEqualTo(new Durability(
                        Durability.Level.DISK,
                        "commits waiting instances to a database server, which forces each commit to disk"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldKeepInstancesWithAnyHistoryButNone(Engine type) {
        assertThat(type.withoutHistory(Map.of())).isEmpty();
        assertThat(type.withoutHistory(Map.of("history", "activity"))).isEmpty();
        assertThat(type.withoutHistory(Map.of("history", "none")))
                .isEqualTo("has history none, so it keeps no begin and end of its instances");
        assertThat(type.lifecycle().metricRequest().history().url()).endsWith("/instances");
    }

    private static List<String> misfits(Engine type, String database, String user, String secret) {
        return type.misfits(Map.of("database", database, "database-user", user, "database-secret", secret)).stream()
                .map(misfit -> misfit.parameter() + " " + misfit.sentence())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldRefuseADatabaseWithAPasswordInItsAddressOrWithoutADriver(Engine type) {
        assertThat(misfits(type, "memory", "", "")).isEmpty();
        assertThat(misfits(type, "jdbc:postgresql://h/db", "bench", "db-password"))
                .isEmpty();
        assertThat(misfits(type, "jdbc:postgresql://h/db", "bench", "")).isEmpty();
        assertThat(misfits(type, "jdbc:postgresql://h/db", "", ""))
                .containsExactly("database has a database without a user; add: database-user \"…\"");
        assertThat(misfits(type, "jdbc:postgresql://h/db?a=b&password=x", "bench", ""))
                .singleElement()
                .asString()
                .startsWith("database has a user or a password in the address");
        assertThat(misfits(type, "jdbc:mysql://h/db", "bench", "../x"))
                .satisfiesExactly(
                        first -> assertThat(first).contains("no JDBC driver is on its class path"),
                        second -> assertThat(second).startsWith("database-secret names the file \"../x\""));
        assertThat(misfits(type, "db", "bench", ""))
                .singleElement()
                .asString()
                .startsWith("database-user has a user of a database that is not at an address");
    }

    @Test
    void shouldPackTheFileAndItsContract() throws IOException {
        Path bpmn = Files.writeString(folder.resolve("source.bpmn"), "<definitions/>");
        ServiceOperation operation = new ServiceOperation(
                "order",
                "urn:order",
                new MessageTemplate(
                        "urn:o",
                        "order",
                        List.of("<order>", "</order>"),
                        List.of(new MessageTemplate.Value("", MessageTemplate.Type.TEXT))),
                null);
        ProcessSource source = new ProcessSource(
                "Order",
                "order.bpel",
                Map.of("bpmn/order.bpmn", bpmn),
                "urn:p",
                "Order",
                List.of(),
                List.of(new ProcessSource.Invoked("quote", "urn:q", "Q", "P", "http://a/b", List.of(operation))),
                "",
                "bpmn/order.bpmn",
                List.of(operation),
                "Buyer");
        Path target = Files.createDirectory(folder.resolve("target"));

        new OperatonServerType().packageProcess(source, target);

        ContractDescriptor descriptor = Json.read(target.resolve(ContractDescriptor.FILE), ContractDescriptor.class);
        assertThat(descriptor)
                .isEqualTo(new ContractDescriptor(
                        "bpmn/order.bpmn",
                        "/processes/Order",
                        List.of(operation),
                        List.of(new ContractDescriptor.Partner("quote", "http://a/b", List.of(operation))),
                        "Buyer"));
        assertThat(target.resolve("bpmn/order.bpmn")).hasSameTextualContentAs(bpmn);
    }

    /** The build tests the failures of each engine in the version that its type names. */
    @ParameterizedTest
    @ValueSource(strings = {"camunda", "cibseven", "operaton"})
    void shouldBeTestedInTheVersionOfItsType(String name) throws IOException {
        String engine = ServerTypes.load(getClass().getClassLoader())
                .get(name)
                .programs()
                .get(0)
                .with()
                .get(0);

        assertThat(Files.readString(Path.of("pom.xml")))
                .contains('<' + name + ".version>" + engine.substring(engine.lastIndexOf(':') + 1) + "</" + name
                        + ".version>");
    }
}
