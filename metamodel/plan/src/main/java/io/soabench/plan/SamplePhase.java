package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** The part of the load to which a request belongs, by its intended start. */
public enum SamplePhase {
    /** The warm-up; its requests do not count. */
    WARM_UP("warmup"),
    /** The measurement. */
    MEASURE("measure");

    private final String text;

    SamplePhase(String text) {
        this.text = text;
    }

    /** Returns the word in the record. */
    @JsonValue
    public String text() {
        return text;
    }

    /** Returns the constant with that word; empty when there is none. */
    public static Optional<SamplePhase> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * Returns the constant with that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static SamplePhase parse(String text) {
        return of(text).orElseThrow(
                        () -> new IllegalArgumentException("\"" + text + "\" is not one of warmup, measure"));
    }
}
