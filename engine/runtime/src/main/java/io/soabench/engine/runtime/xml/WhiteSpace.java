package io.soabench.engine.runtime.xml;

/**
 * White space of XML: space, tab, line feed, carriage return. Other characters that look like a space are part of a
 * text.
 */
public final class WhiteSpace {
    private WhiteSpace() {}

    /** Returns whether a character is white space. */
    public static boolean is(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    /** Returns whether a text contains white space. */
    public static boolean isIn(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (is(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns a text without the white space around it; the same text where there is none. */
    public static String stripped(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && is(text.charAt(from))) {
            from++;
        }
        while (to > from && is(text.charAt(to - 1))) {
            to--;
        }
        return to - from == text.length() ? text : text.substring(from, to);
    }

    /**
     * Returns a text with a space for each white space, {@code whiteSpace="replace"} (XML Schema Part 2, section
     * 4.3.6).
     */
    public static String replaced(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /**
     * Returns a text without the white space around it, and with one space for that within,
     * {@code whiteSpace="collapse"} (the same section).
     */
    public static String collapsed(String text) {
        StringBuilder collapsed = new StringBuilder(text.length());
        boolean space = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (is(c)) {
                space = true;
            } else {
                if (space && collapsed.length() > 0) {
                    collapsed.append(' ');
                }
                space = false;
                collapsed.append(c);
            }
        }
        return collapsed.toString();
    }
}
