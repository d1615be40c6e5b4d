package io.soabench.eclipse.source;

import io.soabench.eclipse.language.TextPlaces;
import java.util.Locale;
import java.util.Objects;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.DocumentEvent;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.contentassist.ICompletionProposal;
import org.eclipse.jface.text.contentassist.ICompletionProposalExtension2;
import org.eclipse.jface.text.contentassist.ICompletionProposalExtension6;
import org.eclipse.jface.text.contentassist.IContextInformation;
import org.eclipse.jface.viewers.StyledString;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Point;

/** A completion proposal at the cursor. Further keys narrow the list while it is shown. */
final class Proposal implements ICompletionProposal, ICompletionProposalExtension2, ICompletionProposalExtension6 {

    private final CompletionItem item;
    private final int start;
    private final String text;
    private int cursor;

    Proposal(IDocument document, CompletionItem item) throws BadLocationException {
        this.item = item;
        TextEdit edit = item.getTextEdit().getLeft();
        this.start = TextPlaces.offset(document, edit.getRange().getStart());
        this.text = edit.getNewText();
    }

    @Override
    public void apply(ITextViewer viewer, char trigger, int mask, int offset) {
        replace(viewer.getDocument(), offset);
    }

    @Override
    public void apply(IDocument document) {
        replace(document, start);
    }

    private void replace(IDocument document, int end) {
        try {
            document.replace(start, Math.max(0, end - start), text);
            cursor = start + text.length();
        } catch (BadLocationException e) {
            // The text has changed under the list; the user sees that nothing happens and asks again.
            cursor = end;
        }
    }

    @Override
    public boolean validate(IDocument document, int offset, DocumentEvent event) {
        try {
            String typed = document.get(start, offset - start).toLowerCase(Locale.ROOT);
            String word = Objects.requireNonNullElse(item.getFilterText(), item.getLabel());
            return word.toLowerCase(Locale.ROOT).startsWith(typed);
        } catch (BadLocationException e) {
            return false;
        }
    }

    @Override
    public Point getSelection(IDocument document) {
        return new Point(cursor, 0);
    }

    @Override
    public String getAdditionalProposalInfo() {
        if (item.getDocumentation() == null) {
            return null;
        }
        return item.getDocumentation().isLeft()
                ? item.getDocumentation().getLeft()
                : Markdown.plain(item.getDocumentation().getRight().getValue());
    }

    @Override
    public String getDisplayString() {
        return item.getLabel();
    }

    @Override
    public StyledString getStyledDisplayString() {
        StyledString label = new StyledString(item.getLabel());
        if (item.getDetail() != null && !item.getDetail().isEmpty()) {
            label.append("  " + item.getDetail(), StyledString.QUALIFIER_STYLER);
        }
        return label;
    }

    @Override
    public Image getImage() {
        return null;
    }

    @Override
    public IContextInformation getContextInformation() {
        return null;
    }

    @Override
    public void selected(ITextViewer viewer, boolean smart) {
        // Nothing is shown of it in the text.
    }

    @Override
    public void unselected(ITextViewer viewer) {
        // Nothing was shown of it in the text.
    }
}
