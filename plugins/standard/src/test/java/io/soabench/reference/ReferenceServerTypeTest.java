package io.soabench.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plugin.Durability;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Recovery;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceServerTypeTest {

    private final ReferenceServerType type = new ReferenceServerType();

    @TempDir
    Path folder;

    private static String declaration() throws IOException {
        String all = new String(
                ReferenceServerType.class
                        .getResourceAsStream("/META-INF/soabench/types.testbed")
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        int begin = all.indexOf("server type reference ");
        return all.substring(begin, all.indexOf("\n}", begin));
    }

    private static Set<String> declared(String keyword) throws IOException {
        return Pattern.compile("(?m)^ +" + keyword + " (\\S+)")
                .matcher(declaration())
                .results()
                .map(r -> r.group(1))
                .collect(Collectors.toSet());
    }

    private ProcessSource source(Map<String, Path> documents) {
        return new ProcessSource(
                "Sequential",
                "bpel/sequential.bpel",
                documents,
                "urn:p",
                "Sequential",
                List.of(new ProcessSource.Provided("client", "urn:p", "S", "P")),
                List.of(
                        new ProcessSource.Invoked(
                                "quote",
                                "urn:q",
                                "Q",
                                "P",
                                "http://${server.mocks.address}:${server.mocks.port.http}/services/quotes-1"),
                        new ProcessSource.Invoked("again", "urn:q", "Q", "P", "http://a/b")));
    }

    @Test
    void shouldBeInTheCatalogue() {
        assertThat(ServerTypes.load(getClass().getClassLoader())).containsOnlyKeys("front", "reference", "relay");
    }

    @Test
    void shouldUseOnlyWhatItDeclares() throws IOException {
        assertThat(Placeholders.missing(type, "engine", declared("parameter"), declared("port")))
                .isEmpty();
        assertThat(Placeholders.problems(type)).isEmpty();
    }

    @Test
    void shouldUseEveryDeclaredParameter() throws IOException {
        String arguments = String.join(" ", type.lifecycle().start().arguments());

        // The registry is the package's business, since its address belongs to the partners of a process.
        assertThat(declared("parameter"))
                .contains("registry")
                .allMatch(p -> p.equals("registry") || arguments.contains("${param:" + p));
    }

    @Test
    void shouldShowItsTokenInEveryOrder() {
        Lifecycle life = type.lifecycle();

        assertThat(life.start().arguments()).containsSequence("--admin-token", Lifecycle.TOKEN);
        assertThat(Placeholders.needsToken(life)).isTrue();
        assertThat(Stream.of(
                                life.deploy(),
                                life.undeploy(),
                                List.of(life.statistics(), life.metricRequest().action()))
                        .flatMap(List::stream))
                .hasSize(4)
                .allMatch(action -> action.tokenFile().equals(Lifecycle.TOKEN));
        assertThat(Stream.of(life.ready().url(), life.deployed().url()))
                .as("open to everybody")
                .containsExactly(
                        "http://127.0.0.1:${port:admin}/health",
                        "${scheme}://${address}:${port:http}/processes/${process}?wsdl");
    }

    @Test
    void shouldKeepInstancesWhereItHasAHistory() {
        ReferenceServerType reference = new ReferenceServerType();

        assertThat(reference.withoutHistory(Map.of()))
                .isEqualTo("has history 0, so it keeps no begin and end of its instances");
        assertThat(reference.withoutHistory(Map.of("history", "1000"))).isEmpty();
        assertThat(reference.withoutHistory(Map.of("history", "1000", "replica-kind", "processes")))
                .contains("replicas are processes");
        assertThat(reference.lifecycle().metricRequest().history().tokenFile()).isEqualTo(Lifecycle.TOKEN);
    }

    @Test
    void shouldLeaveThreadsToTheEngineWhenTheyAreZero() throws IOException {
        Map<String, String> parameters = declared("parameter").stream().collect(Collectors.toMap(p -> p, p -> "0"));
        parameters.put("jvm-options", "-XX:+UseSerialGC  -Da=b");
        parameters.put("workers", "3");

        List<String> arguments = Placeholders.arguments(
                type.lifecycle().start().arguments(),
                name -> name.startsWith("param:") ? Placeholders.parameter(name, parameters) : "x");

        assertThat(arguments)
                .containsSubsequence("-XX:+UseSerialGC", "-Da=b", "-cp")
                .containsSequence("--kernel-workers", "3")
                .doesNotContain("--http-threads", "--invoker-threads");
    }

    @Test
    void shouldHandOnHowTheEngineIsDivided() throws IOException {
        Map<String, String> parameters = declared("parameter").stream().collect(Collectors.toMap(p -> p, p -> "0"));
        parameters.putAll(Map.of(
                "replicas",
                "auto",
                "replica-kind",
                "processes",
                "binding",
                "per-core",
                "memory",
                "local",
                "totals",
                "grown"));

        List<String> arguments = Placeholders.arguments(
                type.lifecycle().start().arguments(),
                name -> name.startsWith("param:") ? Placeholders.parameter(name, parameters) : "x");

        assertThat(arguments)
                .containsSequence("--replicas", "auto")
                .containsSequence("--replica-kind", "processes")
                .containsSequence("--binding", "per-core")
                .containsSequence("--memory", "local")
                .containsSequence("--totals", "grown");
    }

    private static List<String> arguments(Map<String, String> parameters) {
        return Placeholders.arguments(
                new ReferenceServerType().lifecycle().start().arguments(),
                name -> name.startsWith("param:") ? Placeholders.parameter(name, parameters) : "x");
    }

    @Test
    void shouldKeepTheStateOfADurableEngineInItsWorkFolder() throws IOException {
        Map<String, String> parameters = declared("parameter").stream().collect(Collectors.toMap(p -> p, p -> "0"));

        parameters.put("durable", "false");
        assertThat(arguments(parameters)).doesNotContain("--durable");
        parameters.put("durable", "true");
        assertThat(arguments(parameters)).containsSequence("--durable", "state");
    }

    @Test
    void shouldSpeakTlsWhereTheModelSaysSo() throws IOException {
        Map<String, String> parameters = declared("parameter").stream().collect(Collectors.toMap(p -> p, p -> "0"));

        parameters.put("tls", "false");
        assertThat(arguments(parameters)).doesNotContain("--tls-certificate", "--tls-key");
        parameters.put("tls", "true");
        assertThat(arguments(parameters))
                .containsSequence("--tls-certificate", "tls/certificate.pem", "--tls-key", "tls/key.pem")
                .containsSequence("--partner-trust", "x");
        assertThat(Placeholders.arguments(
                        type.lifecycle().start().arguments(),
                        name -> name.startsWith("param:")
                                ? Placeholders.parameter(name, parameters)
                                : name.equals("authority") ? "" : "x"))
                .as("no other server speaks TLS")
                .doesNotContain("--partner-trust");
    }

    @Test
    void shouldStateWhatSurvivesByItsParameters() {
        Map<String, String> durable = Map.of("durable", "true");

        assertThat(type.durability(durable).level()).isEqualTo(Durability.Level.DISK);
        assertThat(type.recovery(durable)).isEqualTo(Recovery.ALL);
        assertThat(type.durability(Map.of())).isEqualTo(Durability.IN_MEMORY);
        assertThat(type.recovery(Map.of())).isEqualTo(Recovery.EMPTY);
    }

    @Test
    void shouldRefuseWhatADurableEngineDoesNotTake() {
        Map<String, String> threads = Map.of("durable", "true", "replicas", "2", "heap", "268435456");
        Map<String, String> processes = new TreeMap<>(threads);
        processes.put("replica-kind", "processes");

        assertThat(type.misfits(threads)).isEmpty();
        assertThat(type.misfits(processes))
                .containsExactly(
                        new ServerType.Misfit(
                                "heap",
                                "is durable with a heap of 256 MiB or more for each of its 2 replicas only; write: heap 512 MiB"));
        processes.put("totals", "grown");
        assertThat(type.misfits(processes)).isEmpty();
        processes.put("totals", "constant");
        processes.put("heap", "536870912");
        assertThat(type.misfits(processes)).isEmpty();
        processes.put("replicas", "auto");
        assertThat(type.misfits(processes)).isEmpty();
        assertThat(type.misfits(Map.of("durable", "true", "heap", "134217728")))
                .extracting(ServerType.Misfit::parameter)
                .containsExactly("heap");
        assertThat(type.misfits(Map.of("durable", "true", "replicas", "1", "policy", "affine", "heap", "268435456")))
                .isEmpty();
        assertThat(type.misfits(Map.of("durable", "false", "replicas", "2"))).isEmpty();
    }

    @Test
    void shouldHandOnItsTransport() throws IOException {
        Map<String, String> parameters = declared("parameter").stream().collect(Collectors.toMap(p -> p, p -> "0"));
        parameters.put("transport", "io_uring");

        List<String> arguments = Placeholders.arguments(
                type.lifecycle().start().arguments(),
                name -> name.startsWith("param:") ? Placeholders.parameter(name, parameters) : "x");

        assertThat(arguments).containsSequence("--transport", "io_uring");
    }

    @Test
    void shouldPackDocumentsAndDescriptorTheSameEachTime() throws IOException {
        Path bpel = Files.writeString(folder.resolve("source.bpel"), "<process/>");
        Path wsdl = Files.writeString(folder.resolve("source.wsdl"), "<definitions/>");
        Map<String, Path> documents = new TreeMap<>(Map.of("bpel/sequential.bpel", bpel, "wsdl/quote.wsdl", wsdl));
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));

        type.packageProcess(source(documents), first);
        type.packageProcess(source(documents), second);

        assertThat(files(first))
                .containsExactly("bpel/sequential.bpel", "soabench-process.json", "wsdl/quote.wsdl")
                .isEqualTo(files(second));
        assertThat(first.resolve("bpel/sequential.bpel")).hasContent("<process/>");
        assertThat(Files.readString(first.resolve("soabench-process.json")))
                .isEqualTo(
                        """
                        {
                          "process" : "bpel/sequential.bpel",
                          "partners" : {
                            "again" : "http://a/b",
                            "quote" : "http://${server.mocks.address}:${server.mocks.port.http}/services/quotes-1"
                          },
                          "service" : {
                            "path" : "/processes/Sequential"
                          }
                        }
                        """)
                .isEqualTo(Files.readString(second.resolve("soabench-process.json")));
    }

    @Test
    void shouldNameTheRegistryOfItsPartners() throws IOException {
        ProcessSource asking = source(Map.of());
        String inquiry = "http://${server.yellow.address}:${server.yellow.port.http}/inquiry";

        type.packageProcess(
                new ProcessSource(
                        asking.name(),
                        asking.bpel(),
                        asking.documents(),
                        asking.targetNamespace(),
                        asking.processName(),
                        asking.provided(),
                        asking.invoked(),
                        inquiry,
                        asking.realisation(),
                        asking.operations(),
                        asking.definition()),
                folder);

        assertThat(Files.readString(folder.resolve("soabench-process.json")))
                .contains(
                        """
                          "registry" : {
                            "inquiry" : "http://${server.yellow.address}:${server.yellow.port.http}/inquiry",
                            "partners" : [
                              "again",
                              "quote"
                            ]
                          },
                        """);
    }

    @Test
    void shouldRefuseDocumentsOutsideTheirFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("x"), "x");
        Path target = Files.createDirectory(folder.resolve("target"));

        for (String path : List.of("../x", "soabench-process.json", "/tmp/x")) {
            assertThatThrownBy(() -> type.packageProcess(source(Map.of(path, file)), target))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "the document \"" + path + "\" of process Sequential cannot be packaged under that path;"
                                    + " keep documents below the folder of the process, and none named soabench-process.json");
        }
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile)
                    .map(f -> folder.relativize(f).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldOfferTheProcessWhereItSaysTo() {
        List<String> names = Pattern.compile("\\$\\{([^}]+)}")
                .matcher(type.lifecycle().endpoint())
                .results()
                .map((MatchResult r) -> r.group(1))
                .toList();

        assertThat(names).containsExactly("scheme", "address", "port:http", "process");
        assertThat(type.lifecycle().endpoint()).endsWith("/processes/${process}");
    }
}
