package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.ide.feature.Colours;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.TextPresentation;
import org.eclipse.jface.text.source.SourceViewer;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.RGB;

/** The colours of the words of a text, as the language server classifies them. They are renewed after each change. */
final class Colouring {

    /** The protocol encodes each word in five numbers. */
    private static final int NUMBERS = 5;

    private record Style(RGB colour, int font) {}

    /** The colours on a light background. */
    private static final Map<String, Style> LIGHT = Map.ofEntries(
            Map.entry("keyword", new Style(new RGB(127, 0, 85), SWT.BOLD)),
            Map.entry("comment", new Style(new RGB(63, 127, 95), SWT.ITALIC)),
            Map.entry("string", new Style(new RGB(42, 0, 200), SWT.NORMAL)),
            Map.entry("number", new Style(new RGB(9, 109, 72), SWT.NORMAL)),
            Map.entry("enumMember", new Style(new RGB(9, 109, 72), SWT.ITALIC)),
            Map.entry("class", new Style(new RGB(0, 80, 160), SWT.NORMAL)),
            Map.entry("interface", new Style(new RGB(0, 80, 160), SWT.ITALIC)),
            Map.entry("type", new Style(new RGB(0, 110, 130), SWT.NORMAL)),
            Map.entry("function", new Style(new RGB(140, 80, 0), SWT.NORMAL)),
            Map.entry("event", new Style(new RGB(160, 50, 30), SWT.NORMAL)),
            Map.entry("parameter", new Style(new RGB(90, 90, 20), SWT.NORMAL)),
            Map.entry("property", new Style(new RGB(90, 90, 20), SWT.NORMAL)));

    private static final List<String> KINDS = Colours.legend().getTokenTypes();

    private final SourceViewer viewer;
    private final Supplier<SourceDocument> document;
    private long edition;
    private long shown;
    private List<Integer> numbers = List.of();

    Colouring(SourceViewer viewer, Supplier<SourceDocument> document) {
        this.viewer = viewer;
        this.document = document;
        // An event without a change of the text means that something else is redrawn, such as the mark of an error.
        viewer.addTextListener(event -> {
            if (event.getDocumentEvent() == null && event.getViewerRedrawState() && shown == edition) {
                AnswerDispatcher.show(viewer, this::again);
            }
        });
    }

    private void again() {
        if (shown == edition && document.get() != null) {
            colour(document.get().text());
        }
    }

    /** Requests the colours of the current text. An answer that arrives after the next change is dropped. */
    void refresh() {
        long asked = ++edition;
        SourceDocument sourceDocument = document.get();
        Language.instance()
                .ask(
                        server -> server.semanticTokensFull(
                                new SemanticTokensParams(Language.document(sourceDocument.address()))),
                        tokens -> AnswerDispatcher.show(viewer, () -> {
                            if (asked == edition) {
                                shown = asked;
                                numbers = tokens.getData();
                                colour(sourceDocument.text());
                            }
                        }));
    }

    private void colour(IDocument text) {
        TextPresentation presentation = new TextPresentation(new Region(0, text.getLength()), numbers.size());
        try {
            styles(text, numbers).forEach(presentation::addStyleRange);
            viewer.changeTextPresentation(presentation, true);
        } catch (BadLocationException e) {
            // Colours of another text; those of this one follow.
            refresh();
        }
    }

    private static List<StyleRange> styles(IDocument text, List<Integer> numbers) throws BadLocationException {
        List<StyleRange> styles = new ArrayList<>();
        int line = 0;
        int character = 0;
        for (int i = 0; i + NUMBERS <= numbers.size(); i += NUMBERS) {
            character = numbers.get(i) == 0 ? character + numbers.get(i + 1) : numbers.get(i + 1);
            line += numbers.get(i);
            Style style = LIGHT.get(KINDS.get(numbers.get(i + 3)));
            if (style != null) {
                Color colour = new Color(style.colour());
                styles.add(new StyleRange(
                        text.getLineOffset(line) + character, numbers.get(i + 2), colour, null, style.font()));
            }
        }
        return styles;
    }
}
