package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** The subject of a line of {@code events.csv}. */
public enum EventKind {
    /** A phase of the repetition. */
    PHASE("phase"),
    /** A server or a load client. */
    SERVER("server"),
    /** An event of the model, or a step of it, happened. The subject is the event, the detail its delay. */
    MODEL("model"),
    /** An event of the model kills the engine under test: one line for the order, one when it has ended; the subject is the server. */
    KILLED("killed"),
    /** The processes of an engine answer that was killed and started again; the subject is the server. */
    BACK("back"),
    /** An event of the model did not happen; the detail is why. */
    MISSED("missed"),
    /** A fact that a reader of the report should know although the repetition goes on: one sentence. */
    WARNING("warning");

    private final String text;

    EventKind(String text) {
        this.text = text;
    }

    /** Returns the word in the record. */
    @JsonValue
    public String text() {
        return text;
    }

    /** Returns the constant with that word; empty when there is none. */
    public static Optional<EventKind> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * Returns the constant with that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static EventKind parse(String text) {
        return of(text).orElseThrow(() -> new IllegalArgumentException(
                "\"" + text + "\" is not one of phase, server, model, killed, back, missed, warning"));
    }
}
