package io.soabench.eclipse.language;

import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.Region;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** The places in a text: lines and characters in the protocol, offsets in the workbench. */
public final class Places {

    private Places() {}

    /** The character of a place. */
    public static int offset(IDocument text, Position position) throws BadLocationException {
        int line = Math.min(position.getLine(), text.getNumberOfLines() - 1);
        IRegion region = text.getLineInformation(line);
        return position.getLine() > line
                ? text.getLength()
                : region.getOffset() + Math.min(position.getCharacter(), region.getLength());
    }

    /** The characters of a range. */
    public static IRegion region(IDocument text, Range range) throws BadLocationException {
        int start = offset(text, range.getStart());
        return new Region(start, offset(text, range.getEnd()) - start);
    }

    /** The place of a character. */
    public static Position position(IDocument text, int offset) throws BadLocationException {
        int line = text.getLineOfOffset(offset);
        return new Position(line, offset - text.getLineOffset(line));
    }

    /** The range of some characters. */
    public static Range range(IDocument text, int offset, int length) throws BadLocationException {
        return new Range(position(text, offset), position(text, offset + length));
    }
}
