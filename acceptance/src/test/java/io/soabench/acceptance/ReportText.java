package io.soabench.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The HTML report as it is read: without the titles that explain words of the glossary. */
final class ReportText {

    private ReportText() {}

    /** The report of a run. */
    static String of(Path run) throws IOException {
        return Files.readString(run.resolve("report/index.html")).replaceAll("</?abbr\\b[^>]*>", "");
    }
}
