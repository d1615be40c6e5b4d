package io.soabench.plan;

import java.util.Arrays;
import java.util.Optional;

/**
 * The form of a planned failure in {@code behaviour.trace} (docs/reference/formats.md, <i>Mocks</i>): {@code !} and a suffix. All writers and
 * readers of traces use this class.
 */
public enum FailureMark {
    /** The fault that the operation declares; a generic one where it declares none. */
    FAULT(""),
    /** A generic SOAP fault, also where the operation declares one. */
    SERVER_FAULT("s"),
    /** The connection is closed. */
    CLOSE("c"),
    /** No answer ever comes. */
    SILENCE("n"),
    /** An answer that is not XML. */
    MALFORMED("m");

    /** The start of the text of a planned generic fault; the name of the service follows. */
    public static final String PLANNED = "planned failure of service ";

    /** The least HTTP status that a mock can fail with; a status is written as its three digits. */
    public static final int LEAST_STATUS = 400;

    /** The greatest HTTP status that a mock can fail with. */
    public static final int GREATEST_STATUS = 599;

    private final String text;

    FailureMark(String text) {
        this.text = text;
    }

    /** Returns the text after the {@code !}. */
    public String text() {
        return text;
    }

    /** Returns the constant with that word; empty when there is none, as for an HTTP status. */
    public static Optional<FailureMark> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }
}
