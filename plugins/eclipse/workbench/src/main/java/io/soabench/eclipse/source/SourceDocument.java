package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.TextPlaces;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.DocumentEvent;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IDocumentListener;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;

/** A text that is open in an editor. The language server receives its changes. */
public final class SourceDocument implements IDocumentListener, AutoCloseable {

    private final URI address;
    private final IDocument text;
    private final List<Runnable> afterChange = new ArrayList<>();
    private Range replaced;

    SourceDocument(URI address, IDocument text) {
        this.address = address;
        this.text = text;
        Language.instance().open(address, text.get());
        text.addDocumentListener(this);
    }

    /** Returns the address of the file. */
    public URI address() {
        return address;
    }

    /** Returns the path of the file. */
    public Path file() {
        return Path.of(address);
    }

    /** Returns the current text. */
    public IDocument text() {
        return text;
    }

    /** Runs an action after each change, when the server has received it. */
    public void afterChange(Runnable action) {
        afterChange.add(action);
    }

    @Override
    public void documentAboutToBeChanged(DocumentEvent event) {
        try {
            replaced = TextPlaces.range(text, event.getOffset(), event.getLength());
        } catch (BadLocationException e) {
            ILog.get().error("A change outside of the text", e);
            replaced = null;
        }
    }

    @Override
    public void documentChanged(DocumentEvent event) {
        Language.instance()
                .change(
                        address,
                        replaced == null
                                ? new TextDocumentContentChangeEvent(text.get())
                                : new TextDocumentContentChangeEvent(replaced, event.getText()));
        afterChange.forEach(Runnable::run);
    }

    @Override
    public void close() {
        text.removeDocumentListener(this);
        Language.instance().close(address);
    }
}
