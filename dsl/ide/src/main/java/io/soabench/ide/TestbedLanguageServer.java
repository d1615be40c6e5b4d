package io.soabench.ide;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.soabench.ide.feature.Colours;
import io.soabench.ide.feature.Lenses;
import io.soabench.ide.model.OpenDocuments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DidChangeWatchedFilesRegistrationOptions;
import org.eclipse.lsp4j.ExecuteCommandOptions;
import org.eclipse.lsp4j.FileSystemWatcher;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Registration;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.RenameOptions;
import org.eclipse.lsp4j.SemanticTokensWithRegistrationOptions;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageClientAware;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;

/** The language server for one editor; see the package. */
public final class TestbedLanguageServer implements LanguageServer, LanguageClientAware, AutoCloseable {

    /** The endings of files that a model can use. */
    private static final List<String> WATCHED = List.of("testbed", "wsdl", "xsd", "bpel", "xml", "csv", "txt", "jsonl");

    private static final List<String> TRIGGERS = List.of("\"", "/", ":", " ");

    private final OpenDocuments documents = new OpenDocuments();
    private final ServerThreads workers = new ServerThreads();
    private final EditorCapabilities editor = new EditorCapabilities();
    private final DiagnosticsPublisher checking = new DiagnosticsPublisher(documents, workers, editor);
    private final DocumentRequests texts = new DocumentRequests(documents, workers, editor, checking);
    private final WorkspaceRequests workspace = new WorkspaceRequests(documents, editor, checking);
    private boolean registers;
    private boolean shutDown;
    private volatile Runnable onExit = () -> {};

    @Override
    public void connect(LanguageClient client) {
        editor.connect(client);
    }

    /** Sets the action for the editor's notification that the server is no longer needed. */
    void onExit(Runnable action) {
        onExit = action;
    }

    @Override
    public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
        Optional<ClientCapabilities> client = Optional.ofNullable(params.getCapabilities());
        editor.folders(folders(params));
        editor.snippets(client.map(ClientCapabilities::getTextDocument)
                .map(text -> text.getCompletion())
                .map(completion -> completion.getCompletionItem())
                .map(item -> item.getSnippetSupport())
                .orElse(false));
        editor.refreshesLenses(client.map(ClientCapabilities::getWorkspace)
                .map(all -> all.getCodeLens())
                .map(lenses -> lenses.getRefreshSupport())
                .orElse(false));
        registers = client.map(ClientCapabilities::getWorkspace)
                .map(all -> all.getDidChangeWatchedFiles())
                .map(watched -> watched.getDynamicRegistration())
                .orElse(false);
        endWith(params.getProcessId());
        texts.warmUp();
        return CompletableFuture.completedFuture(new InitializeResult(
                capabilities(runsGoals(params)), new ServerInfo("SOABench language server", version())));
    }

    /** Ends the server when the editor's process ends. Another process may still hold the connection open. */
    private void endWith(Integer editorProcess) {
        if (editorProcess != null) {
            ProcessHandle.of(editorProcess).ifPresent(process -> {
                var unused = process.onExit().thenRun(() -> onExit.run());
            });
        }
    }

    private static String version() {
        return Optional.ofNullable(TestbedLanguageServer.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    @SuppressWarnings("deprecation") // Older editors send only the deprecated fields.
    private static List<Path> folders(InitializeParams params) {
        List<Path> folders = new ArrayList<>();
        if (params.getWorkspaceFolders() != null) {
            params.getWorkspaceFolders().stream()
                    .map(WorkspaceFolder::getUri)
                    .map(OpenDocuments::path)
                    .forEach(folders::add);
        } else if (params.getRootUri() != null) {
            folders.add(OpenDocuments.path(params.getRootUri()));
        }
        return folders;
    }

    /**
     * Returns whether the editor runs the goals of code lenses itself, for instance in a terminal. Such an editor
     * sends {@code {"runsGoals": true}} among its initialization options.
     */
    private static boolean runsGoals(InitializeParams params) {
        return params.getInitializationOptions() instanceof JsonObject options
                && options.get("runsGoals") instanceof JsonPrimitive runs
                && runs.getAsBoolean();
    }

    private static ServerCapabilities capabilities(boolean editorRunsGoals) {
        ServerCapabilities capabilities = new ServerCapabilities();
        capabilities.setTextDocumentSync(TextDocumentSyncKind.Incremental);
        capabilities.setCompletionProvider(new CompletionOptions(false, TRIGGERS));
        capabilities.setHoverProvider(true);
        capabilities.setDefinitionProvider(true);
        capabilities.setReferencesProvider(true);
        capabilities.setDocumentHighlightProvider(true);
        capabilities.setDocumentSymbolProvider(true);
        capabilities.setDocumentFormattingProvider(true);
        capabilities.setFoldingRangeProvider(true);
        capabilities.setRenameProvider(new RenameOptions(true));
        capabilities.setCodeActionProvider(new CodeActionOptions(List.of(CodeActionKind.QuickFix)));
        capabilities.setCodeLensProvider(new CodeLensOptions(false));
        capabilities.setSemanticTokensProvider(new SemanticTokensWithRegistrationOptions(Colours.legend(), true));
        List<String> commands = new ArrayList<>(List.of(NewTestbedCommand.INIT));
        if (!editorRunsGoals) {
            commands.addAll(List.of(Lenses.RUN, Lenses.EXPLORE, Lenses.VALIDATE));
        }
        capabilities.setExecuteCommandProvider(new ExecuteCommandOptions(commands));
        return capabilities;
    }

    @Override
    public void initialized(InitializedParams params) {
        if (registers) {
            List<FileSystemWatcher> watchers = WATCHED.stream()
                    .map(ending -> new FileSystemWatcher(Either.forLeft("**/*." + ending)))
                    .toList();
            var unused = editor.client()
                    .registerCapability(new RegistrationParams(List.of(new Registration(
                            "files",
                            "workspace/didChangeWatchedFiles",
                            new DidChangeWatchedFilesRegistrationOptions(watchers)))));
        }
    }

    @Override
    public void setTrace(SetTraceParams params) {
        // There is nothing to trace beyond the messages themselves, which editors log.
    }

    @Override
    public CompletableFuture<Object> shutdown() {
        shutDown = true;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void exit() {
        onExit.run();
    }

    /** Returns the exit code of the protocol: 0 after a regular shutdown of the editor. */
    int exitCode() {
        return shutDown ? 0 : 1;
    }

    @Override
    public TextDocumentService getTextDocumentService() {
        return texts;
    }

    @Override
    public WorkspaceService getWorkspaceService() {
        return workspace;
    }

    @Override
    public void close() {
        workspace.close();
        workers.close();
    }
}
