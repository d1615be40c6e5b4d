package io.soabench.reports.design;

import java.util.ArrayList;
import java.util.List;

/**
 * SQL expressions for sentences. The words come from a template in Java, in which {@value #GAP} stands for a part that the database fills. So
 * the queries of a report contain no words of their own.
 */
public final class SqlSentence {

    /** The gap of a template. */
    public static final String GAP = "{}";

    private SqlSentence() {}

    /**
     * Returns the expression of a template.
     *
     * @param template words with gaps
     * @param gaps an SQL expression for each gap, in its order; sums and differences are in parentheses
     * @throws IllegalArgumentException when there are not as many expressions as gaps
     */
    public static String of(String template, String... gaps) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        int filled = 0;
        for (int gap = template.indexOf(GAP); gap >= 0; gap = template.indexOf(GAP, from)) {
            if (filled == gaps.length) {
                throw new IllegalArgumentException("more gaps than " + gaps.length + ": " + template);
            }
            if (gap > from) {
                parts.add(quoted(template.substring(from, gap)));
            }
            parts.add(gaps[filled++]);
            from = gap + GAP.length();
        }
        if (filled < gaps.length) {
            throw new IllegalArgumentException("fewer gaps than " + gaps.length + ": " + template);
        }
        if (from < template.length() || parts.isEmpty()) {
            parts.add(quoted(template.substring(from)));
        }
        return String.join(" || ", parts);
    }

    /** Returns the expression that chooses one of two expressions by a condition. */
    public static String either(String condition, String then, String otherwise) {
        return "case when " + condition + " then " + then + " else " + otherwise + " end";
    }

    /** Returns the expression of a text that appears under a condition, and is empty otherwise. */
    public static String when(String condition, String then) {
        return either(condition, then, quoted(""));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
