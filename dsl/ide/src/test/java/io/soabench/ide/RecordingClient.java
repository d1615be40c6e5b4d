package io.soabench.ide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.services.LanguageClient;

/** Keeps what the server tells, and lets tests wait for it. */
final class RecordingClient implements LanguageClient {

    private final Map<String, List<Diagnostic>> diagnostics = new HashMap<>();
    private final List<String> messages = new ArrayList<>();

    @Override
    public synchronized void publishDiagnostics(PublishDiagnosticsParams params) {
        diagnostics.put(params.getUri(), List.copyOf(params.getDiagnostics()));
        notifyAll();
    }

    /** The diagnostics of a file, once they are as they shall be. */
    synchronized List<Diagnostic> await(String uri, Predicate<List<Diagnostic>> wanted) {
        long left = TimeUnit.SECONDS.toMillis(ServerFixture.PATIENCE_S);
        while (!diagnostics.containsKey(uri) || !wanted.test(diagnostics.get(uri))) {
            if (left <= 0) {
                throw new AssertionError(
                        "of " + uri + " came only\n" + ServerFixture.lines(diagnostics.getOrDefault(uri, List.of())));
            }
            try {
                wait(100);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            left -= 100;
        }
        return diagnostics.get(uri);
    }

    synchronized List<String> messages() {
        return List.copyOf(messages);
    }

    @Override
    public void telemetryEvent(Object object) {
        throw new AssertionError("the server sends nothing home");
    }

    @Override
    public synchronized void showMessage(MessageParams params) {
        messages.add(params.getMessage());
    }

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized void logMessage(MessageParams params) {
        messages.add(params.getMessage());
    }
}
