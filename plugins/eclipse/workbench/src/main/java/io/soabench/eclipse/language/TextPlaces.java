package io.soabench.eclipse.language;

import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.Region;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Conversions of places in a text. The protocol counts lines and characters; the workbench counts offsets. */
public final class TextPlaces {

    private TextPlaces() {}

    /** Returns the offset of a place. */
    public static int offset(IDocument text, Position position) throws BadLocationException {
        int line = Math.min(position.getLine(), text.getNumberOfLines() - 1);
        IRegion region = text.getLineInformation(line);
        return position.getLine() > line
                ? text.getLength()
                : region.getOffset() + Math.min(position.getCharacter(), region.getLength());
    }

    /** Returns the region of a range. */
    public static IRegion region(IDocument text, Range range) throws BadLocationException {
        int start = offset(text, range.getStart());
        return new Region(start, offset(text, range.getEnd()) - start);
    }

    /** Returns the place of an offset. */
    public static Position position(IDocument text, int offset) throws BadLocationException {
        int line = text.getLineOfOffset(offset);
        return new Position(line, offset - text.getLineOffset(line));
    }

    /** Returns the range of some characters. */
    public static Range range(IDocument text, int offset, int length) throws BadLocationException {
        return new Range(position(text, offset), position(text, offset + length));
    }
}
