package io.soabench.reports;

import io.soabench.reports.runs.ComparisonReport;
import io.soabench.reports.runs.HistoryReport;
import java.sql.Connection;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The kinds of reports. */
enum ReportKind {
    /** A run: its database is {@code results.mv.db}. */
    RUN {
        @Override
        ReportDesignHandle design(Connection connection, ReportExtent extent, String format) throws SemanticException {
            return RunReport.design(connection, extent, format);
        }

        @Override
        String remedy() {
            return "make it anew from the files of the run with the goal analyze";
        }
    },
    /** A comparison of runs with the first of them. */
    COMPARISON {
        @Override
        ReportDesignHandle design(Connection connection, ReportExtent extent, String format) throws SemanticException {
            return ComparisonReport.design(connection);
        }

        @Override
        String remedy() {
            return "run the goal compare again";
        }
    },
    /** A series of many runs of a testbed. */
    HISTORY {
        @Override
        ReportDesignHandle design(Connection connection, ReportExtent extent, String format) throws SemanticException {
            return HistoryReport.design(connection);
        }

        @Override
        String remedy() {
            return "run the goal history again";
        }
    };

    /**
     * Returns the design.
     *
     * @param connection to the database, for the columns of views
     * @param extent of the report of a run
     * @param format html or pdf
     */
    abstract ReportDesignHandle design(Connection connection, ReportExtent extent, String format)
            throws SemanticException;

    /** Returns the cure of a damaged database, as the end of a sentence. */
    abstract String remedy();

    /** Returns the word of the kind on a command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind with that word; empty when there is none. */
    static Optional<ReportKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** Returns all words. */
    static String words(String between) {
        return Arrays.stream(values()).map(ReportKind::word).collect(Collectors.joining(between));
    }
}
