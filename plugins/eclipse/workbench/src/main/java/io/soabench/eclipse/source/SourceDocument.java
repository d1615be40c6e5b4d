package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.Places;
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

/** A text that is open in an editor, which the language server is kept informed of. */
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

    /** Where the file is. */
    public URI address() {
        return address;
    }

    /** Where the file is. */
    public Path file() {
        return Path.of(address);
    }

    /** The text as it stands now. */
    public IDocument text() {
        return text;
    }

    /** Runs something after each change, when the server has been told. */
    public void afterChange(Runnable action) {
        afterChange.add(action);
    }

    @Override
    public void documentAboutToBeChanged(DocumentEvent event) {
        try {
            replaced = Places.range(text, event.getOffset(), event.getLength());
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
