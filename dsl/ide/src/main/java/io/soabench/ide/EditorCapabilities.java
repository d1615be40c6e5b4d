package io.soabench.ide;

import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.services.LanguageClient;

/**
 * The features of the connected editor. They are set while the connection is made, on the reading thread. All
 * threads read them.
 */
final class EditorCapabilities {

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

    /** Returns the open folders. */
    List<Path> folders() {
        return folders;
    }

    void snippets(boolean understood) {
        snippets = understood;
    }

    /** Returns whether the editor supports texts with places to fill in. */
    boolean snippets() {
        return snippets;
    }

    void refreshesLenses(boolean understood) {
        refreshesLenses = understood;
    }

    /** Requests a refresh of the code lenses, if the editor supports it. */
    void lensesChanged() {
        if (refreshesLenses) {
            var unused = client.refreshCodeLenses();
        }
    }
}
