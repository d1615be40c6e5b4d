package io.soabench.reports;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The extent of a report: the parts of a run that it shows. */
enum ReportExtent {
    /** All parts in the HTML; neither single cases nor explanations in the PDF. */
    HTML,
    /** All parts in both. */
    YES,
    /** No single cases in either. */
    NO;

    /** Returns the value with that word; empty when there is none. */
    static Optional<ReportExtent> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /** Returns the value as it stands on a command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a format has results alone. */
    boolean brief(String format) {
        return this == HTML && format.equals("pdf");
    }

    /** Returns whether a format has a chapter for each case. */
    boolean cases(String format) {
        return this == YES || (this == HTML && !brief(format));
    }
}
