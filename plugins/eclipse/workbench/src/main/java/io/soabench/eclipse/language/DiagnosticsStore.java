package io.soabench.eclipse.language;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.PublishDiagnosticsParams;

/**
 * The current diagnostics of files, as the server has last published them. Safe for use by several threads.
 * Listeners are called on the server's thread.
 */
public final class DiagnosticsStore {

    /** A listener for new diagnostics. */
    public interface Listener {

        /** Receives the complete list of diagnostics of a file. */
        void changed(Path file, List<Diagnostic> complaints);
    }

    private final Map<Path, List<Diagnostic>> known = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>(List.of(new Markers()));

    DiagnosticsStore() {}

    void publish(PublishDiagnosticsParams diagnostics) {
        Path file = Path.of(URI.create(diagnostics.getUri()));
        List<Diagnostic> complaints = List.copyOf(diagnostics.getDiagnostics());
        known.put(file, complaints);
        listeners.forEach(listener -> listener.changed(file, complaints));
    }

    /** Returns the diagnostics of a file. */
    public List<Diagnostic> of(Path file) {
        return known.getOrDefault(file, List.of());
    }

    /** Registers a listener for later changes. */
    public void add(Listener listener) {
        listeners.add(listener);
    }

    /** Removes a listener. */
    public void remove(Listener listener) {
        listeners.remove(listener);
    }
}
