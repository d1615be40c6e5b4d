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
    /** By itself. */
    DIED("died");

    private final String text;

    ServerEnd(String text) {
        this.text = text;
    }

    /** How it is written in the record. */
    @JsonValue
    public String text() {
        return text;
    }

    /** The constant that is written so; empty when there is none. */
    public static Optional<ServerEnd> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * The constant that is written so.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static ServerEnd parse(String text) {
        return of(text).orElseThrow(
                        () -> new IllegalArgumentException("\"" + text + "\" is not one of asked, killed, died"));
    }
}
