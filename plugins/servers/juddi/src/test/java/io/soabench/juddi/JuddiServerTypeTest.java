package io.soabench.juddi;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.Engine;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Publication;
import io.soabench.plugin.Registry;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JuddiServerTypeTest {

    private final ServerType type = new JuddiServerType();

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void shouldBeInTheCatalogueWithoutTheRegistrysLibraries() throws Exception {
        URL[] tool = {location(JuddiServerType.class), location(ServerType.class)};
        try (URLClassLoader bare = new URLClassLoader(tool, ClassLoader.getPlatformClassLoader())) {
            Class<?> contract = bare.loadClass(ServerType.class.getName());

            List<?> found = ServiceLoader.load(contract, bare).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

            assertThat(found).singleElement().satisfies(type -> {
                assertThat(contract.getMethod("name").invoke(type)).isEqualTo("juddi");
                assertThat(contract.getMethod("lifecycle").invoke(type)).isNotNull();
            });
        }
        assertThat(ServerTypes.load(getClass().getClassLoader())).containsKey("juddi");
    }

    @Test
    void shouldUseOnlyWhatItDeclares() {
        assertThat(Placeholders.problems(type)).isEmpty();
        assertThat(Placeholders.missing(type, "registry", Set.of("heap", "jvm-options"), Set.of("http")))
                .isEmpty();
    }

    @Test
    void shouldPublishAPortTypeAndAnInstanceOfIt() {
        List<HttpAction> actions = new Publication("quotes-1", "http://here/quotes-1?a&b", "{urn:q\"&}Quote")
                .actions(type.lifecycle().registry(), name -> name.equals("address") ? "10.0.0.1" : "8080");

        assertThat(actions).extracting(HttpAction::url).containsOnly("http://10.0.0.1:8080/juddiv3/services/publish");
        assertThat(actions.get(0).bodyFile())
                .startsWith(Lifecycle.TEXT + "<s:Envelope")
                .contains("<name>Quote</name>", "keyValue=\"urn:q&quot;&amp;\"", "porttype-");
        assertThat(actions.get(1).bodyFile())
                .contains("<accessPoint useType=\"endPoint\">http://here/quotes-1?a&amp;b</accessPoint>")
                .doesNotContain("${");
    }

    @Test
    void shouldPlayTheRoleOfItsLifecycleAndNoOther() {
        assertThat(Placeholders.problems(new JuddiServerType())).isEmpty();
        assertThat(new JuddiServerType()).isInstanceOf(Registry.class).isNotInstanceOfAny(Engine.class, MockHost.class);
    }
}
