package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The outcome of a call at a mock host, or of its callback. */
public enum CallOutcome {
    /** The call was answered. */
    OK("OK", ""),
    /** Failed as planned: the SOAP fault that the operation declares. */
    FAULT("FAULT", "SOAP fault that the WSDL declares"),
    /** Failed as planned: a SOAP fault that no WSDL declares. */
    SERVER_FAULT("SERVER_FAULT", "SOAP fault that the WSDL does not declare"),
    /** Failed as planned: an HTTP status without a SOAP message. */
    HTTP("HTTP", "HTTP status without a SOAP message"),
    /** Failed as planned: the connection was closed in place of an answer. */
    CLOSED("CLOSED", "connection closed"),
    /** Failed as planned: never answered. */
    SILENT("SILENT", "never answered"),
    /** Failed as planned: an answer that is not XML. */
    MALFORMED("MALFORMED", "malformed answer"),
    /** A callback that the process took. */
    CALLED_BACK("CALLED_BACK", ""),
    /** A callback that the process did not take, or that could not be sent. */
    REFUSED("REFUSED", ""),
    /** A callback that was never sent, as planned. */
    OMITTED("OMITTED", "callback never sent"),
    /** The request could not be understood. */
    BAD("BAD", "");

    private final String text;
    private final String failure;

    CallOutcome(String text, String failure) {
        this.text = text;
        this.failure = failure;
    }

    /** Returns the word in the record. */
    @JsonValue
    public String text() {
        return text;
    }

    /** Returns whether the model planned it as a failure. */
    public boolean failed() {
        return !failure.isEmpty();
    }

    /** Returns whether the outcome is that of a callback, not of a call. */
    public boolean callback() {
        return this == CALLED_BACK || this == REFUSED || this == OMITTED;
    }

    /** Returns the kind of a planned failure in words; empty for every other outcome. */
    public String failure() {
        return failure;
    }

    /** Returns the constant with that word; empty when there is none. */
    public static Optional<CallOutcome> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * Returns the constant with that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static CallOutcome parse(String text) {
        return of(text).orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is not one of "
                + Arrays.stream(values()).map(CallOutcome::text).collect(Collectors.joining(", "))));
    }
}
