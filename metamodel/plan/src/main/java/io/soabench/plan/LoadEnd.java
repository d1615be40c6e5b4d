package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** The end of a load client's work. */
public enum LoadEnd {
    /** The work ended as planned. */
    COMPLETE("complete"),
    /** The client was asked to end early. */
    STOPPED("stopped"),
    /** The client ended early, because the server answered no request any more. */
    HUNG("hung");

    private final String text;

    LoadEnd(String text) {
        this.text = text;
    }

    /** Returns the word in the record. */
    @JsonValue
    public String text() {
        return text;
    }

    /** Returns the constant with that word; empty when there is none. */
    public static Optional<LoadEnd> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * Returns the constant with that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static LoadEnd parse(String text) {
        return of(text).orElseThrow(
                        () -> new IllegalArgumentException("\"" + text + "\" is not one of complete, stopped, hung"));
    }
}
