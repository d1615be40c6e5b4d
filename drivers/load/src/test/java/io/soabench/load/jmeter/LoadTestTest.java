package io.soabench.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.load.input.BadInput;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.StockPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTestTest {

    private static JMeterHome home;

    @TempDir
    Path folder;

    @BeforeAll
    static void openHome() throws IOException {
        home = JMeterHome.open();
    }

    @AfterAll
    static void closeHome() {
        home.close();
    }

    private Path saved(Map<String, String> variables) throws IOException {
        Path jmx = folder.resolve("case.jmx");
        try (OutputStream out = Files.newOutputStream(jmx)) {
            StockPlan.write(variables, out);
        }
        return jmx;
    }

    @Test
    void shouldReadVariablesWithFunctionsWhenTheyAreDefined() throws IOException {
        Path jmx = saved(
                Map.of("a", "plain", "b", "${__P(soabench.test.b,http://x:1/y?z)}", "c", "${__P(soabench.test.c,1)}"));
        JMeterUtils.setProperty("soabench.test.c", "2");
        assertThat(LoadTest.read(jmx))
                .isEqualTo(new LoadTest("TestPlan", Map.of("a", "plain", "b", "http://x:1/y?z", "c", "2")));
    }

    @Test
    void shouldSayWhatIsWrongWhenTheFileIsNoLoadTest() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jmx"), "<jmeterTestPlan");
        assertThatThrownBy(() -> LoadTest.read(broken))
                .isInstanceOf(BadInput.class)
                .hasMessageStartingWith(broken + " is not a JMeter test plan that JMeter can read: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void shouldHaveOnlyElementsThatTheGuiCanShowWhenItIsStock() throws IOException, ClassNotFoundException {
        HashTree tree = SaveService.loadTree(saved(Map.of("soabench.case", "q")).toFile());
        SearchByClass<TestElement> all = new SearchByClass<>(TestElement.class);
        tree.traverse(all);
        List<String> names = new ArrayList<>();
        for (TestElement element : all.getSearchResults()) {
            Class<?> gui = Class.forName(
                    element.getPropertyAsString(TestElement.GUI_CLASS),
                    false,
                    getClass().getClassLoader());
            assertThat(gui.getName()).startsWith("org.apache.jmeter.");
            names.add(element.getClass().getSimpleName());
        }
        assertThat(names)
                .containsExactlyInAnyOrder(
                        "TestPlan", "ThreadGroup", "ConstantTimer", "HTTPSamplerProxy", "HeaderManager");
    }

    @Test
    void shouldRunInPlainJMeterWhenItIsStock() throws IOException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Path jmx =
                    saved(Map.of("soabench.endpoint", "${__P(soabench.no,http://127.0.0.1:" + server.port() + "/S)}"));
            StandardJMeterEngine engine = new StandardJMeterEngine();
            engine.configure(SaveService.loadTree(jmx.toFile()));
            engine.run();
            assertThat(server.requests()).hasSize(3).allMatch(request -> request.uiid()
                    .equals("office.1.1"));
            assertThat(server.requests().get(0).body()).isEqualTo("<order>office.1.1</order>");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void shouldLeaveNothingWhenTheHomeIsClosed() throws IOException {
        JMeterHome second = JMeterHome.open();
        Path unpacked = second.folder();
        assertThat(unpacked.resolve("bin/jmeter.properties")).exists();
        second.close();
        assertThat(unpacked).doesNotExist();
        second.close();
    }
}
