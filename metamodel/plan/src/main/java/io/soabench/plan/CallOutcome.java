package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** What a mock host did with a call. */
public enum CallOutcome {
    /** Answered. */
    OK("OK"),
    /** Answered with the failure that the model plans. */
    FAILED("FAILED"),
    /** It could not be understood. */
    BAD("BAD");

    private final String text;

    CallOutcome(String text) {
        this.text = text;
    }

    /** How it is written in the record. */
    @JsonValue
    public String text() {
        return text;
    }

    /** The constant that is written so; empty when there is none. */
    public static Optional<CallOutcome> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * The constant that is written so.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static CallOutcome parse(String text) {
        return of(text).orElseThrow(
                        () -> new IllegalArgumentException("\"" + text + "\" is not one of OK, FAILED, BAD"));
    }
}
