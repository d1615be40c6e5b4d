package io.soabench.engine.runtime.expression.terms;

/**
 * A search for a text in another one in a time linear in both. The library's search takes the product of their lengths
 * for some texts.
 */
public final class TextSearch {
    /** A product of lengths up to which that does not matter. */
    private static final long SMALL_PRODUCT = 10_000_000;

    private TextSearch() {}

    /** Returns the place where a part first begins; -1 when it does not occur. */
    public static int indexOf(String text, String part) {
        if ((long) text.length() * part.length() <= SMALL_PRODUCT) {
            return text.indexOf(part);
        }
        return part.length() > text.length() ? -1 : search(text, part);
    }

    /** Searches by the algorithm of Knuth, Morris and Pratt (1977). */
    public static int search(String text, String part) {
        if (part.isEmpty()) {
            return 0;
        }
        int[] borders = borders(part);
        int matched = 0;
        for (int i = 0; i < text.length(); i++) {
            while (matched > 0 && part.charAt(matched) != text.charAt(i)) {
                matched = borders[matched - 1];
            }
            if (part.charAt(matched) == text.charAt(i)) {
                matched++;
            }
            if (matched == part.length()) {
                return i - matched + 1;
            }
        }
        return -1;
    }

    /**
     * Returns, for each place, the length of the longest beginning of the part that ends there, other than the part up
     * to there.
     */
    private static int[] borders(String part) {
        int[] borders = new int[part.length()];
        int length = 0;
        for (int i = 1; i < part.length(); i++) {
            while (length > 0 && part.charAt(length) != part.charAt(i)) {
                length = borders[length - 1];
            }
            if (part.charAt(length) == part.charAt(i)) {
                length++;
            }
            borders[i] = length;
        }
        return borders;
    }
}
