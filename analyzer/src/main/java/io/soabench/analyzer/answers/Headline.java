package io.soabench.analyzer.answers;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A sentence for a reader who has thirty seconds. The limits of the sentence stand in a {@link Footnote}, whose mark the sentence has at
 * its end.
 *
 * @param suite of the workload; null when the sentence is about the whole run
 * @param workload null when the sentence is about the whole run
 * @param engine the engine that the other one is compared with, or the only one
 * @param other null when the sentence is about one engine
 * @param label the place and the other engine in a few words, for a picture; empty without a ratio
 * @param ratio mean response time of the other engine / of the engine; NaN when the sentence has none
 * @param low lower end of its confidence interval; NaN when unknown
 * @param high upper end of its confidence interval; NaN when unknown
 * @param marks of footnotes, ascending
 * @param words the sentence without marks
 */
public record Headline(
        Kind kind,
        String suite,
        String workload,
        String engine,
        String other,
        String label,
        double ratio,
        double low,
        double high,
        List<Integer> marks,
        String words) {

    /** The kinds of sentences. */
    public enum Kind {
        /** The other engine takes longer. */
        LONGER,
        /** Both engines take the same time to within the margin. */
        EQUIVALENT,
        /** No difference is decided. */
        UNDECIDED,
        /** The engine with which the others are compared: a line of the picture, no sentence of its own. */
        BASELINE,
        /** The other engine takes less time than the baseline. */
        SHORTER,
        /** No difference from the baseline is decided. */
        NO_DIFFERENCE,
        /** The engine does not keep up with the load. */
        SATURATED,
        /** The engine is at its capacity. */
        CAPACITY,
        /** No response time of the engine is compared: it has no case for that, or the other engines have none. */
        INCOMPLETE,
        /** The response time of the only engine of the run. */
        TIME,
        /** The load that an engine holds. */
        LOAD,
        /** All undecided comparisons in one sentence. */
        OPEN,
        /** The definition of the ratios and intervals of the headlines. */
        BASIS
    }

    /** Returns a headline that names no other engine and has no ratio. */
    static Headline withoutRatio(
            Kind kind, String suite, String workload, String engine, List<Integer> marks, String words) {
        return new Headline(kind, suite, workload, engine, null, "", Double.NaN, Double.NaN, Double.NaN, marks, words);
    }

    /** Returns the sentence with its marks. */
    public String sentence() {
        return marks.isEmpty()
                ? words
                : words + marks.stream().map(String::valueOf).collect(Collectors.joining(", ", " [", "]"));
    }

    /** Returns whether the sentence stands on the first page. Undecided pairs share one sentence there; the basis names the baseline. */
    public boolean shown() {
        return kind != Kind.UNDECIDED && kind != Kind.BASELINE;
    }

    /**
     * A limit of headlines.
     *
     * @param mark from 1
     */
    public record Footnote(int mark, String words) {

        /** Returns the sentence behind its mark. */
        public String sentence() {
            return "[" + mark + "] " + words;
        }
    }
}
