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
 * The last diagnostics of the server for each file. Safe for use by several threads; listeners are called on the
 * server's.
 */
public final class Complaints {

    /** Hears of each new list. */
    public interface Listener {

        /** Everything that is wrong with a file now. */
        void changed(Path file, List<Diagnostic> complaints);
    }

    private final Map<Path, List<Diagnostic>> known = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>(List.of(new Markers()));

    Complaints() {}

    void publish(PublishDiagnosticsParams diagnostics) {
        Path file = Path.of(URI.create(diagnostics.getUri()));
        List<Diagnostic> complaints = List.copyOf(diagnostics.getDiagnostics());
        known.put(file, complaints);
        listeners.forEach(listener -> listener.changed(file, complaints));
    }

    /** What is wrong with a file. */
    public List<Diagnostic> of(Path file) {
        return known.getOrDefault(file, List.of());
    }

    /** From now on tells a listener. */
    public void add(Listener listener) {
        listeners.add(listener);
    }

    /** Tells a listener no more. */
    public void remove(Listener listener) {
        listeners.remove(listener);
    }
}
