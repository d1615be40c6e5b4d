package io.soabench.eclipse.language;

import java.util.concurrent.CompletableFuture;
import org.eclipse.core.runtime.ILog;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.services.LanguageClient;

/** The client side of the protocol, for notifications and requests of the server. */
final class Client implements LanguageClient {

    private final DiagnosticsStore complaints;

    Client(DiagnosticsStore complaints) {
        this.complaints = complaints;
    }

    @Override
    public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
        complaints.publish(diagnostics);
    }

    @Override
    public void showMessage(MessageParams message) {
        logMessage(message);
    }

    @Override
    public void logMessage(MessageParams message) {
        if (message.getType() == MessageType.Error) {
            ILog.get().error(message.getMessage());
        } else {
            ILog.get().info(message.getMessage());
        }
    }

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams request) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void telemetryEvent(Object object) {
        // The language server sends no telemetry.
    }
}
