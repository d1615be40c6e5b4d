package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonPrimitive;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An editor begins a testbed with a process, and opens it. */
class NewTestbedCommandTest {

    private final ServerFixture editor = new ServerFixture();

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        editor.close();
    }

    private CompletableFuture<Object> begin(Object... arguments) {
        return editor.server()
                .getWorkspaceService()
                .executeCommand(new ExecuteCommandParams("soabench.init", List.of(arguments)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"quickstart/bpel/sequential.bpel", "quickstart/wsdl/quote.wsdl", "engines/bpmn/sequential.bpmn"})
    void shouldMakeATestbedThatHasNoErrors(String source) throws Exception {
        Path target = folder.resolve("new");

        NewTestbedCommand.Begun begun = (NewTestbedCommand.Begun) ServerFixture.get(begin(
                new JsonPrimitive(ServerFixture.uri(ServerFixture.EXAMPLES.resolve(source))),
                new JsonPrimitive(ServerFixture.uri(target))));

        Path model = Path.of(URI.create(begun.testbed()));
        assertThat(model).exists().hasParent(target);
        assertThat(begun.left()).isEmpty();
        editor.open(model, Files.readString(model));
        assertThat(editor.client().await(ServerFixture.uri(model), all -> true))
                .noneMatch(each -> each.getSeverity() == DiagnosticSeverity.Error);
    }

    @Test
    void shouldSayWhyNoneCanBeMade() {
        assertThatThrownBy(() -> begin(ServerFixture.uri(folder.resolve("none.bpel")), ServerFixture.uri(folder))
                        .get())
                .hasMessageContaining("there is no file " + folder.resolve("none.bpel"));
        assertThatThrownBy(() -> begin("only one").get()).hasMessageContaining("needs two arguments");
    }
}
