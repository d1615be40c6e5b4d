package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.Durability;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OdeServerTypeTest {

    private final ServerType type = new OdeServerType();

    /** The declared names of that keyword, and the text after "=". */
    private static Map<String, String> declared(String keyword) throws IOException {
        Map<String, String> declared = new LinkedHashMap<>();
        try (InputStream in = OdeServerType.class.getResourceAsStream("/META-INF/soabench/types.testbed")) {
            Matcher matcher = Pattern.compile("(?m)^ +" + keyword + " (\\S+)(?:[^=\n]*= (\\S+))?")
                    .matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            while (matcher.find()) {
                declared.put(matcher.group(1), matcher.group(2));
            }
        }
        return declared;
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void shouldBeInTheCatalogueWithoutTheEnginesLibraries() throws Exception {
        URL[] tool = {location(OdeServerType.class), location(ServerType.class)};
        try (URLClassLoader bare = new URLClassLoader(tool, ClassLoader.getPlatformClassLoader())) {
            Class<?> contract = bare.loadClass(ServerType.class.getName());

            List<?> found = ServiceLoader.load(contract, bare).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

            assertThat(found).singleElement().satisfies(type -> {
                assertThat(contract.getMethod("name").invoke(type)).isEqualTo("ode");
                assertThat(contract.getMethod("lifecycle").invoke(type)).isNotNull();
            });
        }
        assertThat(ServerTypes.load(getClass().getClassLoader())).containsKey("ode");
    }

    @Test
    void shouldUseExactlyWhatItDeclares() throws IOException {
        String arguments = String.join(" ", type.lifecycle().start().arguments());

        assertThat(Placeholders.missing(
                        type,
                        "engine",
                        declared("parameter").keySet(),
                        declared("port").keySet()))
                .isEmpty();
        assertThat(Placeholders.problems(type)).isEmpty();
        assertThat(declared("parameter").keySet()).isNotEmpty().allMatch(p -> arguments.contains("${param:" + p));
    }

    @Test
    void shouldStartWithStockSettingsInMemoryWhenTheModelSaysNothing() throws Exception {
        Map<String, String> parameters = declared("parameter");
        parameters.replace("heap", "1073741824");
        parameters.replace("jvm-options", "");

        List<String> command = Placeholders.arguments(
                type.lifecycle().start().arguments(),
                name -> name.startsWith("param:")
                        ? Placeholders.parameter(name, parameters)
                        : name.equals("port:http") ? "8081" : "x");

        int main = command.indexOf(OdeProgram.class.getName());
        assertThat(command.subList(0, main)).contains("-Xms1024m", "-Xmx1024m", "-Djava.io.tmpdir=x");
        assertThat(OdeOptions.parse(command.subList(main + 1, command.size()).toArray(String[]::new)))
                .isEqualTo(new OdeOptions("x", 8081, Path.of("x"), true, false, OdeSettings.STOCK));
    }

    @Test
    void shouldOfferTheProcessWhereThePackageSays() {
        assertThat(type.lifecycle().endpoint())
                .isEqualTo("http://${address}:${port:http}" + OdePackage.PATH + "${process}");
    }

    @Test
    void shouldKeepAsMuchAsItsParameterSays() {
        OdeServerType type = new OdeServerType();

        assertThat(type.durability(Map.of("persistence", "derby")).level()).isEqualTo(Durability.Level.DISK);
        assertThat(type.durability(Map.of("persistence", "memory"))).isEqualTo(Durability.IN_MEMORY);
        assertThat(type.durability(Map.of()).level()).isEqualTo(Durability.Level.NONE);
    }
}
