package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.TextPlaces;
import java.net.URI;
import java.util.List;
import org.eclipse.core.filesystem.EFS;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.hyperlink.IHyperlink;
import org.eclipse.jface.text.hyperlink.IHyperlinkDetector;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.texteditor.ITextEditor;

/** Hyperlinks to the declarations of names, also in WSDL and BPEL documents. Ctrl and a click follow them. */
final class DefinitionHyperlinks implements IHyperlinkDetector {

    private final SourcePage editor;

    DefinitionHyperlinks(SourcePage editor) {
        this.editor = editor;
    }

    /** Returns the declarations of the name at a character. */
    static List<Location> of(SourcePage editor, int offset) {
        SourceDocument document = editor.document();
        if (document == null) {
            return List.of();
        }
        try {
            Position position = TextPlaces.position(document.text(), offset);
            return Language.instance()
                    .answer(server ->
                            server.definition(new DefinitionParams(Language.document(document.address()), position)))
                    .map(DefinitionHyperlinks::locations)
                    .orElse(List.of());
        } catch (BadLocationException e) {
            return List.of();
        } catch (Language.Refused e) {
            editor.showStatus(e.getMessage());
            return List.of();
        }
    }

    private static List<Location> locations(Either<List<? extends Location>, List<? extends LocationLink>> answer) {
        return answer.isLeft()
                ? List.copyOf(answer.getLeft())
                : answer.getRight().stream()
                        .map(link -> new Location(link.getTargetUri(), link.getTargetSelectionRange()))
                        .toList();
    }

    /** Opens a place. */
    static void show(SourcePage editor, Location place) {
        URI address = URI.create(place.getUri());
        IWorkbenchPage page = editor.getSite().getPage();
        try {
            IFile[] files = ResourcesPlugin.getWorkspace().getRoot().findFilesForLocationURI(address);
            IEditorPart part = files.length > 0 && files[0].exists()
                    ? IDE.openEditor(page, files[0])
                    : IDE.openEditorOnFileStore(page, EFS.getLocalFileSystem().getStore(address));
            ITextEditor text = part == null ? null : part.getAdapter(ITextEditor.class);
            if (text != null) {
                IRegion region = TextPlaces.region(
                        text.getDocumentProvider().getDocument(text.getEditorInput()), place.getRange());
                text.selectAndReveal(region.getOffset(), region.getLength());
            }
        } catch (PartInitException | BadLocationException e) {
            ILog.get().error("Cannot show " + address, e);
            editor.showStatus("Cannot show " + address.getPath() + ": " + e.getMessage());
        }
    }

    @Override
    public IHyperlink[] detectHyperlinks(ITextViewer viewer, IRegion region, boolean several) {
        List<Location> places = of(editor, region.getOffset());
        IRegion word = word(viewer, region.getOffset());
        return places.isEmpty() || word.getLength() == 0
                ? null
                : new IHyperlink[] {new Link(editor, word, places.get(0))};
    }

    private static IRegion word(ITextViewer viewer, int offset) {
        String text = viewer.getDocument().get();
        int start = offset;
        while (start > 0 && isOfWord(text.charAt(start - 1))) {
            start--;
        }
        int end = offset;
        while (end < text.length() && isOfWord(text.charAt(end))) {
            end++;
        }
        return new Region(start, end - start);
    }

    private static boolean isOfWord(char character) {
        return Character.isLetterOrDigit(character) || "-_./:".indexOf(character) >= 0;
    }

    private record Link(SourcePage editor, IRegion word, Location place) implements IHyperlink {

        @Override
        public IRegion getHyperlinkRegion() {
            return word;
        }

        @Override
        public String getTypeLabel() {
            return null;
        }

        @Override
        public String getHyperlinkText() {
            return "Go to definition";
        }

        @Override
        public void open() {
            show(editor, place);
        }
    }
}
