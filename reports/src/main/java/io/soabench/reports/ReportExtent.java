package io.soabench.reports;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much of a run its report shows. */
enum ReportExtent {
    /** Everything in the HTML; in the PDF neither single cases nor what explains the report. */
    HTML,
    /** Everything in both. */
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
