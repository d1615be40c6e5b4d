package io.soabench.camunda;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import io.soabench.plugin.ServiceOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CamundaFamilyTest {

    @TempDir
    Path folder;

    static Stream<Engine> types() {
        return Stream.of(new CamundaServerType(), new CibSevenServerType(), new OperatonServerType());
    }

    /** What the type declares in the language: the text between its name and the next type. */
    private static String declaration(ServerType type) throws IOException {
        String all = new String(
                CamundaFamily.class
                        .getResourceAsStream("/META-INF/soabench/types.testbed")
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        String own = all.substring(all.indexOf("server type " + type.name() + " "));
        return own.substring(0, own.indexOf("\n}\n"));
    }

    private static Set<String> declared(ServerType type, String keyword) throws IOException {
        return Pattern.compile("(?m)^ +" + keyword + " (\\S+)")
                .matcher(declaration(type))
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldBeInTheCatalogue() {
        assertThat(ServerTypes.load(getClass().getClassLoader())).containsOnlyKeys("camunda", "cibseven", "operaton");
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldUseWhatItDeclaresAndNothingElse(Engine type) throws IOException {
        String arguments = String.join(" ", type.lifecycle().start().arguments());

        assertThat(Placeholders.missing(type, "engine", declared(type, "parameter"), declared(type, "port")))
                .isEmpty();
        assertThat(Placeholders.problems(type)).isEmpty();
        assertThat(declared(type, "parameter")).isNotEmpty().allMatch(name -> arguments.contains("${param:" + name));
        assertThat(declaration(type)).contains("runs bpmn", "licence \"" + type.licence() + '"');
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
                List.of(operation));
        Path target = Files.createDirectory(folder.resolve("target"));

        new OperatonServerType().packageProcess(source, target);

        ContractDescriptor descriptor = Json.read(target.resolve(ContractDescriptor.FILE), ContractDescriptor.class);
        assertThat(descriptor)
                .isEqualTo(new ContractDescriptor(
                        "bpmn/order.bpmn",
                        "/processes/Order",
                        List.of(operation),
                        List.of(new ContractDescriptor.Partner("quote", "http://a/b", List.of(operation)))));
        assertThat(target.resolve("bpmn/order.bpmn")).hasSameTextualContentAs(bpmn);
    }
}
