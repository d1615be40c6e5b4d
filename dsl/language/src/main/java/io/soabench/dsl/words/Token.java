package io.soabench.dsl.words;

/**
 * A word of a text.
 *
 * @param start first character
 * @param end behind the last one
 */
public record Token(Kind kind, String text, int start, int end) {

    /** The kind of a token, independent of its place. */
    public enum Kind {
        /** A keyword or a name. */
        WORD,
        NUMBER,
        /** A text in double quotes, also one whose second quote is missing. */
        STRING,
        /** An arrow, a bracket, a unit such as {@code /s}. */
        SYMBOL,
        COMMENT
    }

    /** Returns whether it is a certain symbol or word. */
    public boolean is(String wanted) {
        return (kind == Kind.SYMBOL || kind == Kind.WORD) && text.equals(wanted);
    }

    /** Returns whether a cursor stands in it or at one of its ends. */
    public boolean touches(int offset) {
        return start <= offset && offset <= end;
    }
}
