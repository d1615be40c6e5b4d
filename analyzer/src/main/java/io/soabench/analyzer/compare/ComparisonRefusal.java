package io.soabench.analyzer.compare;

/**
 * A reason why runs are not compared.
 *
 * @param code by which the documentation explains it
 * @param sentence what is wrong, where, and what to do
 */
public record ComparisonRefusal(String code, String sentence) {

    /** As it is printed: {@code [code] sentence}. */
    public String text() {
        return "[" + code + "] " + sentence;
    }
}
