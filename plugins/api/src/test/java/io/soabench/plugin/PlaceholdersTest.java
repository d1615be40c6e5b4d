package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceholdersTest {

    private static final String KNOWN =
            "address, java, name, out, repetition, scheme, services, token, work, classpath:<program>, port:<name>,"
                    + " param:<name>, param:<name>:MiB, and as whole arguments of start param:<name>:words,"
                    + " param:<name>:option:<option>, param:<name>:collector:<option>,"
                    + " param:<name>:when:<words>, authority:<option>";

    /** A type with everything right but what the test replaces. */
    private record Type(String name, Lifecycle lifecycle) implements Engine, MockHost, Registry {
        @Override
        public String licence() {
            return "Apache-2.0";
        }

        @Override
        public List<Program> programs() {
            return List.of(new Program("engine", "g:a:1"));
        }

        @Override
        public void packageProcess(ProcessSource process, Path folder) throws IOException {
            process.copyDocuments(folder);
        }
    }

    /** A type of another plug-in, without a role. */
    private record Other(String name, Lifecycle lifecycle) implements ServerType {
        @Override
        public String licence() {
            return "Apache-2.0";
        }

        @Override
        public List<Program> programs() {
            return List.of(new Program("engine", "g:a:1"));
        }
    }

    private static Lifecycle lifecycle(
            Map<String, String> files, List<String> start, Lifecycle.Probe ready, String endpoint) {
        Lifecycle.Builder life = Lifecycle.of(start, ready).files(files);
        return endpoint.isEmpty()
                ? life.build()
                : life.deploys(ACTION, READY, ACTION, endpoint).build();
    }

    private static final Lifecycle.HttpAction ACTION =
            new Lifecycle.HttpAction("PUT", "http://${address}:${port:http}", "", "", List.of(200), 1000);

    private static final Lifecycle.Probe READY = new Lifecycle.Probe("tcp://${address}:${port:http}", 0, 1000);

    private static List<String> problems(Lifecycle lifecycle) {
        return Placeholders.problems(new Type("x", lifecycle));
    }

    @Test
    void shouldAcceptWhatIsDocumented() {
        assertThat(problems(lifecycle(
                        Map.of("conf/a", "${name} ${services}"),
                        List.of(
                                "${java}",
                                "-cp",
                                "${classpath:engine}",
                                "${param:a:words}",
                                "${param:b:option:--b}",
                                "-Xmx${param:heap:MiB}m",
                                "${work}${token}${out}${repetition}"),
                        READY,
                        "http://${address}:${port:http}/${process}")))
                .isEmpty();
    }

    @Test
    void shouldNameEachUnknownPlaceholderAndWhatIsKnown() {
        assertThat(problems(lifecycle(
                        Map.of("../a", "x"),
                        List.of("${jaav}", "${classpath:server}", "a${param:b:words}", "${process}"),
                        new Lifecycle.Probe("file:x", 0, 0),
                        "http://${service}")))
                .containsExactly(
                        "server type \"x\": file \"../a\" lies outside ${work}; use a relative path without ..",
                        "server type \"x\": start uses ${jaav}, which is not known there; known are " + KNOWN,
                        "server type \"x\": start uses ${classpath:server}, but the programs are [engine]; add the program or"
                                + " correct the name",
                        "server type \"x\": start uses ${param:b:words} as a part of a text; it must be a whole argument of"
                                + " start",
                        "server type \"x\": start uses ${process}, which is not known there; known are " + KNOWN,
                        "server type \"x\": ready asks \"file:x\"; use http://…, tcp://host:port or line:TEXT",
                        "server type \"x\": ready has a time-out of 0 ms; it must be above 0",
                        "server type \"x\": endpoint uses ${service}, which is not known there; known are "
                                + KNOWN.replace(
                                        "out, repetition, scheme, services",
                                        "out, process, repetition, scheme, services"));
    }

    @Test
    void shouldGiveTheFileOfTheAuthorityWhereThereIsOne() {
        List<String> templates = List.of("run", "${authority:--trust}");

        assertThat(Placeholders.arguments(templates, Map.of("authority", "/a.pem")::get))
                .containsExactly("run", "--trust", "/a.pem");
        assertThat(Placeholders.arguments(templates, Map.of("authority", "")::get))
                .containsExactly("run");
        assertThatThrownBy(() -> Placeholders.arguments(templates, name -> null))
                .hasMessage("no value for ${authority:--trust}");
    }

    @Test
    void shouldKnowWhatIsPublishedInRegistriesOnly() {
        Lifecycle.HttpAction publish = new Lifecycle.HttpAction(
                "POST", "http://${address}", "", "text:${service} ${access} ${port-type}", List.of(200), 1000);
        Lifecycle registry = Lifecycle.of(List.of("x"), READY)
                .registers(List.of(publish), "http://${address}:${port:admin}/${access}")
                .build();

        assertThat(problems(registry))
                .containsExactly(
                        "server type \"x\": publish uses ${port-type}, which is not known there; known are "
                                + KNOWN.replace("address,", "access, address,")
                                        .replace(
                                                "out, repetition, scheme, services",
                                                "out, port-type:name, port-type:namespace,"
                                                        + " port-type:uuid, repetition, scheme, service, services"),
                        "server type \"x\": inquiry uses ${access}, which is not known there; known are " + KNOWN);
        assertThat(Placeholders.missing(new Type("x", registry), "r", Set.of(), Set.of("http")))
                .singleElement()
                .asString()
                .contains("no port \"admin\"");
    }

    @Test
    void shouldNeedATokenOnlyWhereItsFileIsNamed() {
        assertThat(Placeholders.needsToken(lifecycle(Map.of(), List.of("x", "--t", "${token}"), READY, "")))
                .isTrue();
        assertThat(Placeholders.needsToken(lifecycle(Map.of("conf", "file=${token}"), List.of("x"), READY, "")))
                .isTrue();
        assertThat(Placeholders.needsToken(Lifecycle.of(List.of("x"), READY)
                        .environment(Map.of("TOKEN_FILE", "${token}"))
                        .build()))
                .isTrue();
        assertThat(Placeholders.needsToken(lifecycle(Map.of("conf", "${work}"), List.of("x", "token"), READY, "")))
                .isFalse();
    }

    @Test
    void shouldNameAnUnknownPlaceholderOfAFileWithAToken() {
        Lifecycle life = Lifecycle.of(List.of("x"), READY)
                .statistics(ACTION.withToken("${tokne}"))
                .build();

        assertThat(problems(life))
                .containsExactly(
                        "server type \"x\": statistics uses ${tokne}, which is not known there; known are " + KNOWN);
    }

    @Test
    void shouldSendTheFirstLineOfTheFileAsBearerToken(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "abc \nrest\n");

        assertThat(ACTION.withToken(file.toString()).authorization()).contains("Bearer abc");
        assertThat(ACTION.authorization()).isEmpty();
        Lifecycle.HttpAction nowhere = ACTION.withToken(folder.resolve("none").toString());
        assertThatThrownBy(nowhere::authorization).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldNameMissingCommandAndProbe() {
        assertThat(problems(lifecycle(Map.of(), List.of(), null, "")))
                .containsExactly(
                        "server type \"x\": ready is missing; say how to learn that the server is ready",
                        "server type \"x\": start has no arguments; give the command");
    }

    @Test
    void shouldNamePortsAndParametersThatTheModelDoesNotHave() {
        Type type = new Type("x", lifecycle(Map.of(), List.of("${param:heap:MiB}", "${param:a:words}"), READY, ""));

        assertThat(Placeholders.missing(type, "engine", Set.of("a"), Set.of("admin")))
                .containsExactly(
                        "server \"engine\" has no parameter \"heap\", which its type \"x\" uses; compile the testbed again"
                                + " with this version of the type",
                        "server \"engine\" has no port \"http\", which its type \"x\" uses; compile the testbed again with"
                                + " this version of the type");
    }

    private static Lifecycle.HttpAction action(String port) {
        return new Lifecycle.HttpAction(
                "PUT",
                "http://${address}:${port:" + port + "-url}",
                "",
                "text:${port:" + port + "-body}",
                List.of(200),
                1000,
                "${port:" + port + "-token}");
    }

    @Test
    void shouldLookForPortsEverywhere() {
        Lifecycle life = Lifecycle.of(List.of("${port:start}"), new Lifecycle.Probe("tcp://h:${port:ready}", 0, 1000))
                .files(Map.of("f", "${port:file}"))
                .environment(Map.of("E", "${port:environment}"))
                .deploys(
                        action("deploy"),
                        new Lifecycle.Probe("tcp://h:${port:deployed}", 0, 1000),
                        action("undeploy"),
                        "http://h:${port:endpoint}")
                .statistics(action("statistics"))
                .logs("${port:log}")
                .changes(action("open"), action("close"))
                .build();

        assertThat(Placeholders.missing(new Type("x", life), "s", Set.of(), Set.of()))
                .extracting(sentence -> sentence.replaceAll(".*no port \"(.*?)\".*", "$1"))
                .containsExactlyInAnyOrder(
                        "start",
                        "ready",
                        "file",
                        "environment",
                        "deploy-url",
                        "deploy-body",
                        "deploy-token",
                        "deployed",
                        "undeploy-url",
                        "undeploy-body",
                        "undeploy-token",
                        "endpoint",
                        "statistics-url",
                        "statistics-body",
                        "statistics-token",
                        "log",
                        "open-url",
                        "open-body",
                        "open-token",
                        "close-url",
                        "close-body",
                        "close-token");
    }

    @Test
    void shouldSplitWordsAndLeaveOptionsOut() {
        Map<String, String> values = Map.of("param:w", " -Da=1\t-Db  ", "param:n", "0", "param:e", "", "param:k", "3");

        assertThat(Placeholders.arguments(
                        List.of(
                                "x${param:k}",
                                "${param:w:words}",
                                "${param:e:words}",
                                "${param:n:option:--n}",
                                "${param:e:option:--e}",
                                "${param:k:option:--k}"),
                        values::get))
                .containsExactly("x3", "-Da=1", "-Db", "--k", "3");
        assertThatThrownBy(() -> Placeholders.arguments(List.of("${param:z:words}"), values::get))
                .hasMessage("no value for ${param:z:words}");
    }

    @Test
    void shouldChooseACollectorUnlessTheWordsDo() {
        String template = "${param:w:collector:-XX:+UseSerialGC}";

        assertThat(Placeholders.arguments(
                        List.of(template), name -> "-XX:-UseG1GC -Da=-XX:+UseG1GC -XX:+UseGCOverheadLimit"))
                .containsExactly("-XX:+UseSerialGC");
        assertThat(Placeholders.arguments(List.of(template), name -> "")).containsExactly("-XX:+UseSerialGC");
        for (String chosen : List.of("-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseZGC", "-XX:+UseSerialGC")) {
            assertThat(Placeholders.arguments(List.of(template), name -> "-Db " + chosen))
                    .as(chosen)
                    .isEmpty();
        }
    }

    @Test
    void shouldRoundMebibytesUp() {
        Map<String, String> parameters = Map.of("heap", Long.toString((64L << 20) + 1), "text", "much");

        assertThat(Placeholders.parameter("param:heap:MiB", parameters)).isEqualTo("65");
        assertThat(Placeholders.parameter("param:heap", parameters)).isEqualTo("67108865");
        assertThat(Placeholders.parameter("param:none", parameters)).isNull();
        assertThat(Placeholders.parameter("java", parameters)).isNull();
        assertThatThrownBy(() -> Placeholders.parameter("param:text:MiB", parameters))
                .hasMessage("parameter text=much is not a size in bytes");
    }

    @Test
    void shouldReplaceServersInPlacedTextsOnly() {
        assertThat(Placeholders.servers(
                        "http://${server.mock-1.address}:${server.mock-1.port.http}/${uiid}$1",
                        name -> name.equals("mock-1") ? "10.0.0.1" : null,
                        port -> port.equals("mock-1.http") ? 8080 : null))
                .isEqualTo("http://10.0.0.1:8080/${uiid}$1");
        assertThatThrownBy(() -> Placeholders.servers("${server.other.address}", name -> null, port -> null))
                .hasMessage("${server.other.address} names no server or port that runs in this case");
    }

    @Test
    void shouldRefuseACatalogueWithTwoTypesOfOneName() {
        Lifecycle good = lifecycle(Map.of(), List.of("${java}"), READY, "");

        assertThat(ServerTypes.of(List.of(new Type("b", good), new Type("a", good))))
                .containsOnlyKeys("a", "b");
        assertThatThrownBy(() -> ServerTypes.of(List.of(
                        new Type("b", good),
                        new Other("b", good),
                        new Type("c", lifecycle(Map.of(), List.of("${jaav}"), READY, "")))))
                .isInstanceOf(PluginsRefused.class)
                .hasMessage("server type \"b\" is provided by io.soabench.plugin.PlaceholdersTest$Type and by"
                        + " io.soabench.plugin.PlaceholdersTest$Other; remove one of the plug-ins\n"
                        + "server type \"c\": start uses ${jaav}, which is not known there; known are " + KNOWN);
    }

    @Test
    void shouldRefuseALifeOfARoleThatTheTypeDoesNotPlay() {
        Lifecycle everything = Lifecycle.of(List.of("${java}"), READY)
                .deploys(ACTION, READY, ACTION, "http://${address}")
                .serves("http://${address}", READY)
                .registers(List.of(ACTION), "http://${address}")
                .build();

        assertThat(Placeholders.problems(new Type("x", everything))).isEmpty();
        assertThat(Placeholders.problems(new Other("x", everything)))
                .containsExactly(
                        "server type \"x\" runs processes, as its lifecycle says; let"
                                + " io.soabench.plugin.PlaceholdersTest$Other implement Engine",
                        "server type \"x\" serves services, as its lifecycle says; let"
                                + " io.soabench.plugin.PlaceholdersTest$Other implement MockHost",
                        "server type \"x\" registers services, as its lifecycle says; let"
                                + " io.soabench.plugin.PlaceholdersTest$Other implement Registry");
    }

    @Test
    void shouldLeaveOutWhatALifeDoesNotSay() {
        Lifecycle life = Lifecycle.of(List.of("${java}"), READY).build();

        assertThat(life)
                .isEqualTo(new Lifecycle(
                        Map.of(),
                        new Lifecycle.Command(List.of("${java}"), Map.of()),
                        READY,
                        List.of(),
                        null,
                        List.of(),
                        new Lifecycle.Stop(10_000),
                        "",
                        "",
                        null,
                        List.of(),
                        null,
                        null,
                        "",
                        null,
                        false,
                        Lifecycle.Calling.NOBODY,
                        null,
                        false));
    }
}
