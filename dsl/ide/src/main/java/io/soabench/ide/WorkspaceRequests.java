package io.soabench.ide;

import com.google.gson.JsonPrimitive;
import io.soabench.ide.feature.Lenses;
import io.soabench.ide.model.OpenDocuments;
import io.soabench.start.MavenGoal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.services.WorkspaceService;

/** The protocol's requests about files that are not open, and its commands. */
final class WorkspaceRequests implements WorkspaceService, AutoCloseable {

    private final OpenDocuments documents;
    private final EditorCapabilities editor;
    private final DiagnosticsPublisher checking;
    private final MavenRun run;

    WorkspaceRequests(OpenDocuments documents, EditorCapabilities editor, DiagnosticsPublisher checking) {
        this.documents = documents;
        this.editor = editor;
        this.checking = checking;
        this.run = new MavenRun(editor);
    }

    @Override
    public void didChangeConfiguration(DidChangeConfigurationParams params) {
        // There is nothing to set.
    }

    @Override
    public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
        documents.changed();
        checking.changed(Optional.empty());
    }

    @Override
    public CompletableFuture<Object> executeCommand(ExecuteCommandParams params) {
        List<String> arguments = new ArrayList<>();
        if (params.getArguments() != null) {
            // From another process arguments come as JSON.
            params.getArguments()
                    .forEach(each -> arguments.add(
                            each instanceof JsonPrimitive json ? json.getAsString() : String.valueOf(each)));
        }
        if (params.getCommand().equals(NewTestbedCommand.INIT)) {
            return NewTestbedCommand.of(arguments);
        }
        if (!arguments.isEmpty()) {
            Path model = OpenDocuments.path(arguments.get(0));
            Path folder = folder(model);
            List<String> command = new ArrayList<>();
            switch (params.getCommand()) {
                case Lenses.RUN -> command.add(MavenGoal.in(folder, "run"));
                case Lenses.VALIDATE -> command.add(MavenGoal.in(folder, "validate"));
                case Lenses.EXPLORE -> {
                    command.add(MavenGoal.in(folder, "explore"));
                    command.add("-Dexplore=" + (arguments.size() > 1 ? arguments.get(1) : ""));
                }
                default -> {
                    return CompletableFuture.completedFuture(null);
                }
            }
            command.add("-Dtestbed=" + model);
            run.start(folder, command);
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Returns the workspace folder in which a model is. */
    private Path folder(Path model) {
        return editor.folders().stream().filter(model::startsWith).findFirst().orElse(model.getParent());
    }

    @Override
    public void close() {
        run.close();
    }
}
