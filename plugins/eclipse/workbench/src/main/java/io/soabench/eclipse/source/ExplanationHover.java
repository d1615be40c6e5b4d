package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.TextPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IInformationControlCreator;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextHover;
import org.eclipse.jface.text.ITextHoverExtension;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Position;

/** The window that appears when the mouse rests on a word: its diagnostics and its meaning. */
final class ExplanationHover implements ITextHover, ITextHoverExtension {

    private final SourcePage editor;

    ExplanationHover(SourcePage editor) {
        this.editor = editor;
    }

    @Override
    public IRegion getHoverRegion(ITextViewer viewer, int offset) {
        return new Region(offset, 0);
    }

    @Override
    @SuppressWarnings("deprecation") // The interface requires this deprecated method.
    public String getHoverInfo(ITextViewer viewer, IRegion region) {
        return text(region.getOffset());
    }

    /** Returns the text of that window for a character; null for none. */
    String text(int offset) {
        SourceDocument document = editor.document();
        if (document == null) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        try {
            for (Diagnostic each : Language.instance().complaints().of(document.file())) {
                IRegion region = TextPlaces.region(document.text(), each.getRange());
                if (region.getOffset() <= offset && offset <= region.getOffset() + region.getLength()) {
                    parts.add(each.getMessage().getLeft());
                }
            }
            Position position = TextPlaces.position(document.text(), offset);
            Language.instance()
                    .answer(server -> server.hover(new HoverParams(Language.document(document.address()), position)))
                    .map(ExplanationHover::words)
                    .ifPresent(parts::add);
        } catch (BadLocationException e) {
            // The text has changed under the mouse.
            return null;
        } catch (Language.Refused e) {
            ILog.get().info(e.getMessage());
        }
        return parts.isEmpty() ? null : String.join("\n\n", parts);
    }

    private static String words(Hover hover) {
        if (hover.getContents().isRight()) {
            return Markdown.plain(hover.getContents().getRight().getValue());
        }
        return hover.getContents().getLeft().stream()
                .map(each -> Markdown.plain(
                        each.isLeft() ? each.getLeft() : each.getRight().getValue()))
                .collect(Collectors.joining("\n\n"));
    }

    @Override
    public IInformationControlCreator getHoverControlCreator() {
        return WrappingPresenter.windows();
    }
}
