package io.soabench.ide;

import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.services.LanguageClient;

/**
 * The facts that the server knows of the editor. Set while the connection is made, on the thread that reads; read by
 * all.
 */
final class Editor {

    private volatile LanguageClient client;
    private volatile List<Path> folders = List.of();
    private volatile boolean snippets;
    private volatile boolean refreshesLenses;

    void connect(LanguageClient editor) {
        client = editor;
    }

    LanguageClient client() {
        return client;
    }

    void folders(List<Path> opened) {
        folders = List.copyOf(opened);
    }

    /** The folders that are open. */
    List<Path> folders() {
        return folders;
    }

    void snippets(boolean understood) {
        snippets = understood;
    }

    /** Whether it can insert texts with places to fill in. */
    boolean snippets() {
        return snippets;
    }

    void refreshesLenses(boolean understood) {
        refreshesLenses = understood;
    }

    /** Asks for the code lenses again, if the editor can be told. */
    void lensesChanged() {
        if (refreshesLenses) {
            var unused = client.refreshCodeLenses();
        }
    }
}
