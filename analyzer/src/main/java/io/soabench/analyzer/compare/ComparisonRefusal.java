package io.soabench.analyzer.compare;

/**
 * A reason why runs are not compared.
 *
 * @param code code by which the documentation explains the reason
 * @param sentence problem, place and cure
 */
public record ComparisonRefusal(String code, String sentence) {

    /** Returns the reason as it is printed: {@code [code] sentence}. */
    public String text() {
        return "[" + code + "] " + sentence;
    }
}
