package io.soabench.dsl.words;

/**
 * A word of a text.
 *
 * @param start first character
 * @param end behind the last one
 */
public record Token(Kind kind, String text, int start, int end) {

    /** What a token is, without regard to where it stands. */
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

    /** Whether it is this symbol or word. */
    public boolean is(String wanted) {
        return (kind == Kind.SYMBOL || kind == Kind.WORD) && text.equals(wanted);
    }

    /** Whether a cursor stands in it or at one of its ends. */
    public boolean touches(int offset) {
        return start <= offset && offset <= end;
    }
}
