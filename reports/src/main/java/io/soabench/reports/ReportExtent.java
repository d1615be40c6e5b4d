package io.soabench.reports;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The extent of a report: the parts of a run that it shows. */
enum ReportExtent {
    /** All parts in the HTML; in the PDF neither single cases nor explanations, and of the environment what identifies it. */
    HTML,
    /** All parts in both. */
    YES,
    /** As {@link #HTML}, without single cases in the HTML. */
    NO;

    /** Returns the value with that word; empty when there is none. */
    static Optional<ReportExtent> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /** Returns the value as it stands on a command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a format leaves out what explains the results. */
    boolean brief(String format) {
        return this != YES && format.equals("pdf");
    }

    /** Returns whether a format has a chapter for each case. */
    boolean cases(String format) {
        return this == YES || (this == HTML && !brief(format));
    }
}
