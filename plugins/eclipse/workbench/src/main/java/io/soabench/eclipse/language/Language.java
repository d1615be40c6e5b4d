package io.soabench.eclipse.language;

import io.soabench.ide.TestbedLanguageServer;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.ILog;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.services.TextDocumentService;

/** The language server of the workbench, started when the first testbed is opened. Safe for use by several threads. */
public final class Language {

    /** The longest wait for an answer that the user needs, in seconds. Later answers are dropped. */
    private static final int PATIENCE_S = 20;

    private static final Language INSTANCE = new Language();

    private final ExecutorService caller = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "soabench-language");
        thread.setDaemon(true);
        // Plug-ins, and the classes that Xtext names in its files, are found by the loader of the thread.
        thread.setContextClassLoader(Language.class.getClassLoader());
        return thread;
    });

    private final DiagnosticsStore complaints = new DiagnosticsStore();
    private TestbedLanguageServer server;

    private Language() {}

    /** Returns the language server of this workbench. */
    public static Language instance() {
        return INSTANCE;
    }

    /** Returns the diagnostics that the server has published. */
    public DiagnosticsStore complaints() {
        return complaints;
    }

    /** Returns the server, started if needed. Only for the thread of this class. */
    private TestbedLanguageServer server() {
        if (server == null) {
            TestbedLanguageServer started = new TestbedLanguageServer();
            started.connect(new Client(complaints));
            InitializeParams params = new InitializeParams();
            params.setCapabilities(new ClientCapabilities());
            params.setWorkspaceFolders(folders());
            started.initialize(params).join();
            started.initialized(new InitializedParams());
            server = started;
        }
        return server;
    }

    private static List<WorkspaceFolder> folders() {
        return List.of(ResourcesPlugin.getWorkspace().getRoot().getProjects()).stream()
                .filter(project -> project.isOpen() && project.getLocationURI() != null)
                .map(project -> new WorkspaceFolder(project.getLocationURI().toString(), project.getName()))
                .toList();
    }

    /**
     * Asks something about documents without waiting. The answer is handled on the server's thread, and an error is
     * logged.
     */
    public <T> void ask(Function<TextDocumentService, CompletableFuture<T>> question, Consumer<T> answer) {
        var unused = ask(question).thenAccept(answer).exceptionally(error -> {
            ILog.get().error("The language server failed", error);
            return null;
        });
    }

    private <T> CompletableFuture<T> ask(Function<TextDocumentService, CompletableFuture<T>> question) {
        CompletableFuture<T> asked = new CompletableFuture<>();
        caller.execute(() -> {
            try {
                var unused = question.apply(server().getTextDocumentService()).whenComplete((answer, error) -> {
                    if (error == null) {
                        asked.complete(answer);
                    } else {
                        asked.completeExceptionally(error instanceof CompletionException ? error.getCause() : error);
                    }
                });
            } catch (RuntimeException | Error e) {
                asked.completeExceptionally(e);
            }
        });
        return asked;
    }

    /**
     * Returns the answer to a request of the user, and waits for it.
     *
     * @return empty if the answer fails or is late
     * @throws Refused if the server gives a reason for its refusal
     */
    public <T> Optional<T> answer(Function<TextDocumentService, CompletableFuture<T>> question) throws Refused {
        try {
            return Optional.ofNullable(ask(question).get(PATIENCE_S, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ResponseErrorException refusal) {
                throw new Refused(refusal.getResponseError().getMessage());
            }
            ILog.get().error("The language server failed", e.getCause());
            return Optional.empty();
        }
    }

    /** The refusal of a request by the server, with a sentence for the user. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    private void inform(Runnable message) {
        caller.execute(() -> {
            try {
                message.run();
            } catch (RuntimeException e) {
                ILog.get().error("The language server failed", e);
            }
        });
    }

    /** Informs the server that a document is open. From now on this text counts, not the content on disk. */
    public void open(URI file, String text) {
        inform(() -> server().getTextDocumentService()
                .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(file.toString(), "testbed", 1, text))));
    }

    /** Informs the server of a change of an open document. */
    public void change(URI file, TextDocumentContentChangeEvent change) {
        inform(() -> server().getTextDocumentService()
                .didChange(new DidChangeTextDocumentParams(
                        new VersionedTextDocumentIdentifier(file.toString(), 2), List.of(change))));
    }

    /** Informs the server that an open document was saved. */
    public void save(URI file) {
        inform(() -> server().getTextDocumentService().didSave(new DidSaveTextDocumentParams(document(file))));
    }

    /** Informs the server that a document is closed. */
    public void close(URI file) {
        inform(() -> server().getTextDocumentService().didClose(new DidCloseTextDocumentParams(document(file))));
    }

    /** Files have changed on disk: WSDL or BPEL documents, data, other models. */
    public void filesChanged() {
        inform(() -> {
            if (server != null) {
                server.getWorkspaceService().didChangeWatchedFiles(new DidChangeWatchedFilesParams(List.of()));
            }
        });
    }

    /** Returns the identifier by which the server names a file. */
    public static TextDocumentIdentifier document(URI file) {
        return new TextDocumentIdentifier(file.toString());
    }
}
