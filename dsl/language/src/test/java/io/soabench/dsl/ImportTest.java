package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Server;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportTest {

    @TempDir
    private Path folder;

    private ModelFixture model;

    @BeforeEach
    void setUp() {
        model = new ModelFixture(folder);
    }

    @Test
    void shouldFindElementsOfImportedFilesWhenTheyAreNamed() {
        model.write("hosts.testbed", "host here\n");
        model.write("engines.testbed", "import \"hosts.testbed\"\nserver engine : reference on here\n");
        TestbedReader.Result result = model.read(
                """
                testbed a
                seed 1
                import "engines.testbed"
                process Legacy { black box wsdl "wsdl/order.wsdl" at "http://127.0.0.1:1/legacy" }
                workload office closed { clients 1 }
                suite Quick { case for process in processes, workload in workloads from here }
                """);
        assertThat(model.lines(result)).isEmpty();
        assertThat(result.valid()).isTrue();
        assertThat(result.files())
                .containsExactly(
                        folder.resolve("a.testbed"),
                        folder.resolve("engines.testbed"),
                        folder.resolve("hosts.testbed"),
                        folder.resolve("wsdl/order.wsdl"),
                        folder.resolve("wsdl/quote.wsdl"));
        assertThat(result.whole().servers()).extracting(Server::getName).containsExactly("engine");
    }

    @Test
    void shouldSeeProfilesOfImportedFiles() {
        model.write("profiles.testbed", "profile paper { repeat 5 }\ndefault profile short { repeat 1 }\n");
        TestbedReader.Result result = model.read(
                """
                testbed a
                import "profiles.testbed"
                profile own { repeat 3 }
                """);
        assertThat(model.lines(result)).isEmpty();
        assertThat(result.whole().profiles()).extracting(Profile::getName).containsExactly("paper", "short", "own");
        assertThat(result.whole().defaultProfile()).isEqualTo(result.whole().profile("short"));
        assertThat(
                        model.issues(
                                """
                        testbed a
                        import "profiles.testbed"
                        default profile paper { repeat 3 }
                        """))
                .isEqualTo(
                        """
                        a.testbed:3:1: [profile-default-twice] profiles "short" and "paper" are both the default; keep one of the words "default"
                        a.testbed:3:17: [name-duplicate] profile "paper" has the name of profile "paper" in profiles.testbed; rename one
                        """);
    }

    @Test
    void shouldReportImportsWhenTheyAreMissingTwiceOrCyclic() {
        model.write("hosts.testbed", "host here\nhost here\n");
        model.write("b.testbed", "import \"a.testbed\"\n");
        assertThat(
                        model.issues(
                                """
                        import "missing.testbed"
                        import "hosts.testbed"
                        import "hosts.testbed"
                        import "b.testbed"
                        import "wsdl/quote.wsdl"
                        host here
                        """))
                .isEqualTo(
                        """
                        a.testbed:1:8: [import-missing] there is no model file "missing.testbed"; write the path of a .testbed file, relative to this one
                        a.testbed:3:8: [import-twice] "hosts.testbed" is imported twice; remove one
                        a.testbed:4:8: [import-cycle] "b.testbed" imports this file again, by way of b.testbed, a.testbed; move their common parts into a third file
                        a.testbed:5:8: [import-missing] there is no model file "wsdl/quote.wsdl"; write the path of a .testbed file, relative to this one
                        a.testbed:6:6: [name-duplicate] host "here" has the name of host "here" in hosts.testbed; rename one
                        b.testbed:1:8: [import-cycle] "a.testbed" imports this file again, by way of a.testbed, b.testbed; move their common parts into a third file
                        hosts.testbed:2:6: [name-duplicate] host "here" has the name of host "here"; rename one
                        """);
    }

    @Test
    void shouldThrowWhenRootFileIsMissing() {
        assertThatThrownBy(() -> new TestbedReader().read(folder.resolve("no.testbed")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
