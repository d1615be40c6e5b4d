package io.soabench.eclipse.language;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.eclipse.core.filebuffers.FileBuffers;
import org.eclipse.core.filebuffers.ITextFileBuffer;
import org.eclipse.core.filebuffers.ITextFileBufferManager;
import org.eclipse.core.filebuffers.LocationKind;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.text.edits.MultiTextEdit;
import org.eclipse.text.edits.ReplaceEdit;
import org.eclipse.text.undo.DocumentUndoManagerRegistry;
import org.eclipse.text.undo.IDocumentUndoManager;

/**
 * Changes of texts that the server proposes. A change of an open document is one step of its undo. Files that are
 * not open are changed on disk. For the thread of the user interface.
 */
public final class WorkspaceEdits {

    private WorkspaceEdits() {}

    /** Changes one text. */
    public static void apply(IDocument text, List<? extends TextEdit> edits) throws BadLocationException {
        MultiTextEdit all = new MultiTextEdit();
        List<TextEdit> sorted = new ArrayList<>(edits);
        sorted.sort(Comparator.comparing(
                edit -> edit.getRange().getStart(),
                Comparator.comparingInt(org.eclipse.lsp4j.Position::getLine)
                        .thenComparingInt(org.eclipse.lsp4j.Position::getCharacter)));
        for (TextEdit each : sorted) {
            int start = TextPlaces.offset(text, each.getRange().getStart());
            int end = TextPlaces.offset(text, each.getRange().getEnd());
            all.addChild(new ReplaceEdit(start, end - start, each.getNewText()));
        }
        // All of it is undone by one step.
        IDocumentUndoManager undo = DocumentUndoManagerRegistry.getDocumentUndoManager(text);
        if (undo == null) {
            all.apply(text);
            return;
        }
        undo.beginCompoundChange();
        try {
            all.apply(text);
        } finally {
            undo.endCompoundChange();
        }
    }

    /**
     * Changes files, open or not.
     *
     * @throws CoreException if one cannot be read or written
     */
    public static void apply(WorkspaceEdit edit) throws CoreException {
        for (Map.Entry<String, List<TextEdit>> each : edit.getChanges().entrySet()) {
            change(URI.create(each.getKey()), each.getValue());
        }
    }

    private static void change(URI address, List<TextEdit> edits) throws CoreException {
        ITextFileBufferManager buffers = FileBuffers.getTextFileBufferManager();
        IFile[] files = ResourcesPlugin.getWorkspace().getRoot().findFilesForLocationURI(address);
        boolean inWorkspace = files.length > 0;
        IPath path = inWorkspace ? files[0].getFullPath() : IPath.fromOSString(address.getPath());
        LocationKind kind = inWorkspace ? LocationKind.IFILE : LocationKind.LOCATION;
        boolean open = buffers.getTextFileBuffer(path, kind) != null;
        buffers.connect(path, kind, new NullProgressMonitor());
        try {
            ITextFileBuffer buffer = buffers.getTextFileBuffer(path, kind);
            apply(buffer.getDocument(), edits);
            if (!open) {
                buffer.commit(new NullProgressMonitor(), false);
            }
        } catch (BadLocationException e) {
            throw new CoreException(new Status(
                    IStatus.ERROR,
                    WorkspaceEdits.class,
                    address.getPath() + " has changed meanwhile; try it again",
                    e));
        } finally {
            buffers.disconnect(path, kind, new NullProgressMonitor());
        }
    }
}
