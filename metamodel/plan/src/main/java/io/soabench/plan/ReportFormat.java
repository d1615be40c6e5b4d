package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** The formats of the results. In JSON it is its text. */
public enum ReportFormat {
    /** A page for browsers. */
    HTML("html", true),
    /** A document to print. */
    PDF("pdf", true),
    /** The views of the database as tables. */
    CSV("csv", false),
    /** The objectives as test cases of JUnit. */
    JUNIT("junit", false);

    private final String text;
    private final boolean document;

    ReportFormat(String text, boolean document) {
        this.text = text;
        this.document = document;
    }

    /** Returns whether it is rendered by the report renderer; the analyzer writes the others. */
    public boolean document() {
        return document;
    }

    /** Returns the word in the language. */
    @JsonValue
    public String text() {
        return text;
    }

    /**
     * Returns the format with that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    @JsonCreator
    public static ReportFormat parse(String text) {
        return Arrays.stream(values())
                .filter(format -> format.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is no format of a report"));
    }
}
