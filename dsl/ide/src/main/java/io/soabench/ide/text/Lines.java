package io.soabench.ide.text;

import java.util.Arrays;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/**
 * The starts of the lines of a text. Positions count from 0, in UTF-16 code units, as the protocol requires.
 * Immutable.
 */
public final class Lines {

    private final String text;
    private final int[] starts;

    public Lines(String text) {
        this.text = text;
        int[] found = new int[(int) text.chars().filter(c -> c == '\n').count() + 1];
        int line = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                found[++line] = i + 1;
            }
        }
        this.starts = found;
    }

    /** Returns the text. */
    public String text() {
        return text;
    }

    /** Returns the number of lines; at least one. */
    public int count() {
        return starts.length;
    }

    /** Returns the place of a character; beyond the text, its end. */
    public Position position(int offset) {
        int inside = Math.max(0, Math.min(offset, text.length()));
        int found = Arrays.binarySearch(starts, inside);
        int line = found >= 0 ? found : -found - 2;
        return new Position(line, inside - starts[line]);
    }

    /** Returns the range from one character up to, and without, another. */
    public Range range(int from, int to) {
        return new Range(position(from), position(to));
    }

    /** Returns the character at a place; beyond a line, the end of the line. */
    public int offset(Position position) {
        return offset(position.getLine(), position.getCharacter());
    }

    /**
     * Returns the character at a place; beyond a line, the end of the line.
     *
     * @param line from 0
     * @param character from 0
     */
    public int offset(int line, int character) {
        if (line < 0) {
            return 0;
        }
        if (line >= starts.length) {
            return text.length();
        }
        return Math.min(starts[line] + Math.max(0, character), lineEnd(line));
    }

    /** Returns the start of a line. */
    public int lineStart(int line) {
        return starts[line];
    }

    /** Returns the end of a line, without its line end. */
    public int lineEnd(int line) {
        int end = line + 1 < starts.length ? starts[line + 1] - 1 : text.length();
        return end > starts[line] && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    /** Returns the line of a character. */
    public int lineOf(int offset) {
        return position(offset).getLine();
    }
}
