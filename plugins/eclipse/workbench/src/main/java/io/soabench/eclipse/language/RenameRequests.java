package io.soabench.eclipse.language;

import java.net.URI;
import java.util.Optional;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.WorkspaceEdit;

/** The rename of a declared name, wherever it is used. For the thread of the user interface. */
public final class RenameRequests {

    private RenameRequests() {}

    /** Returns the name at a character, if it can be changed. */
    public static Optional<IRegion> nameAt(URI file, IDocument text, int offset)
            throws Language.Refused, BadLocationException {
        Position position = TextPlaces.position(text, offset);
        var range = Language.instance()
                .answer(server -> server.prepareRename(new PrepareRenameParams(Language.document(file), position)));
        if (range.isEmpty() || !range.get().isFirst()) {
            return Optional.empty();
        }
        return Optional.of(TextPlaces.region(text, range.get().getFirst()));
    }

    /**
     * Renames the element of the name at a character. In the document itself, the rename is one step of its undo.
     *
     * @throws Language.Refused if the new name is none, or is taken
     */
    public static void rename(URI file, IDocument text, int offset, String name)
            throws Language.Refused, BadLocationException, CoreException {
        Position position = TextPlaces.position(text, offset);
        Optional<WorkspaceEdit> edit = Language.instance()
                .answer(server -> server.rename(new RenameParams(Language.document(file), position, name)));
        if (edit.isEmpty()) {
            throw new Language.Refused("What stands here has no name that could be changed");
        }
        WorkspaceEdits.apply(edit.get());
    }
}
