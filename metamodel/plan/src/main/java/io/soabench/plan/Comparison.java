package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** The relation of a measured value to the limit of an objective. In JSON it is its text. */
public enum Comparison {
    AT_MOST("<="),
    LESS("<"),
    AT_LEAST(">="),
    GREATER(">");

    private final String text;

    Comparison(String text) {
        this.text = text;
    }

    /** Returns the word in the language. */
    @JsonValue
    public String text() {
        return text;
    }

    /**
     * Returns the comparison with that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static Comparison parse(String text) {
        return Arrays.stream(values())
                .filter(comparison -> comparison.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is no comparison"));
    }

    /** Returns whether a measured value keeps the limit. */
    public boolean holds(double measured, double limit) {
        return switch (this) {
            case AT_MOST -> measured <= limit;
            case LESS -> measured < limit;
            case AT_LEAST -> measured >= limit;
            case GREATER -> measured > limit;
        };
    }

    /** Returns whether the limit is an upper one. */
    public boolean fromAbove() {
        return this == AT_MOST || this == LESS;
    }
}
