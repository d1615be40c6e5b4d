package io.soabench.lean;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.mock.HostOptions;
import io.soabench.mock.HostTls;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerIdentity;
import io.soabench.plugin.Engine;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Registry;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.Template;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LeanServerTypeTest {

    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("java", "java"),
            Map.entry("classpath:host", "x.jar"),
            Map.entry("address", "127.0.0.1"),
            Map.entry("port:http", "8081"),
            Map.entry("services", "/a,/b"),
            Map.entry("out", "/out"),
            Map.entry("name", "mocks"),
            Map.entry("param:heap:MiB", "256"),
            Map.entry("param:jvm-options", "-Da=b"),
            Map.entry("service", "quotes-1"),
            Map.entry("scheme", "http"),
            Map.entry("authority", ""),
            Map.entry("param:tls", "false"));

    private static String filled(String template) {
        return Template.fill(template, VALUES::get);
    }

    @Test
    void shouldBeFoundWithoutTheHostsLibrariesWhenTheToolLooksForIt() throws Exception {
        URL[] tool = {location(LeanServerType.class), location(ServerType.class), location(RunFiles.class)};
        try (URLClassLoader bare = new URLClassLoader(tool, ClassLoader.getPlatformClassLoader())) {
            Class<?> contract = bare.loadClass(ServerType.class.getName());

            List<?> found = ServiceLoader.load(contract, bare).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

            assertThat(found).singleElement().satisfies(type -> {
                assertThat(contract.getMethod("name").invoke(type)).isEqualTo("lean");
                assertThat(contract.getMethod("lifecycle").invoke(type)).isNotNull();
            });
        }
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void shouldStartTheHostWhenPlaceholdersAreFilled() throws Exception {
        List<String> command =
                Placeholders.arguments(new LeanServerType().lifecycle().start().arguments(), VALUES::get);

        int main = command.indexOf(LeanMockHost.class.getName());
        assertThat(command.subList(0, main))
                .containsSubsequence(
                        "java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Da=b", "-cp", "x.jar");
        assertThat(HostOptions.parse(command.subList(main + 1, command.size()).toArray(String[]::new)))
                .isEqualTo(new HostOptions(
                        8081, "127.0.0.1", List.of(Path.of("/a"), Path.of("/b")), Path.of("/out/calls-mocks.csv")));
        assertThat(filled(new LeanServerType().lifecycle().serviceAddress()))
                .isEqualTo("http://127.0.0.1:8081/services/quotes-1");
    }

    @Test
    void shouldStartTheHostWithTlsWhenTheModelSaysSo() throws Exception {
        Map<String, String> values = new TreeMap<>(VALUES);
        values.putAll(Map.of("param:tls", "true", "scheme", "https", "authority", "/trusted/authority.pem"));

        List<String> command =
                Placeholders.arguments(new LeanServerType().lifecycle().start().arguments(), values::get);

        int main = command.indexOf(LeanMockHost.class.getName());
        assertThat(HostOptions.parse(command.subList(main + 1, command.size()).toArray(String[]::new))
                        .tls())
                .isEqualTo(new HostTls(
                        Optional.of(new HostTls.OwnFiles(
                                Path.of(ServerIdentity.CERTIFICATE_FILE), Path.of(ServerIdentity.KEY_FILE))),
                        Optional.of(Path.of("/trusted/authority.pem"))));
        assertThat(Template.fill(new LeanServerType().lifecycle().serviceAddress(), values::get))
                .isEqualTo("https://127.0.0.1:8081/services/quotes-1");
    }

    @Test
    void shouldDeclareWhatTheLifecycleUsesWhenRead() throws Exception {
        try (InputStream in = LeanServerType.class.getResourceAsStream("/META-INF/soabench/types.testbed")) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("server type lean ", "port http", "parameter heap size ", "parameter jvm-options text ");
        }
    }

    @Test
    void shouldPlayTheRoleOfItsLifecycleAndNoOther() {
        assertThat(Placeholders.problems(new LeanServerType())).isEmpty();
        assertThat(new LeanServerType()).isInstanceOf(MockHost.class).isNotInstanceOfAny(Engine.class, Registry.class);
    }
}
