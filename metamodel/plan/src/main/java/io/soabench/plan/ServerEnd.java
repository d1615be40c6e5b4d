package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** The end of a server. */
public enum ServerEnd {
    /** SIGTERM was enough. */
    ASKED("asked"),
    /** It had to be killed. */
    KILLED("killed"),
    /** The server ended by itself. */
    DIED("died");

    private final String text;

    ServerEnd(String text) {
        this.text = text;
    }

    /** Returns the word in the record. */
    @JsonValue
    public String text() {
        return text;
    }

    /** Returns the constant with that word; empty when there is none. */
    public static Optional<ServerEnd> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * Returns the constant with that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static ServerEnd parse(String text) {
        return of(text).orElseThrow(
                        () -> new IllegalArgumentException("\"" + text + "\" is not one of asked, killed, died"));
    }
}
