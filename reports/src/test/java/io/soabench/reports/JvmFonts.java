package io.soabench.reports;

import io.soabench.reports.design.ReportFonts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The fonts of all renderings in the JVM of the tests: libraries remember the files that they saw first, which must stay. */
final class JvmFonts {

    static final ReportFonts FONTS = unpacked();

    private JvmFonts() {}

    private static ReportFonts unpacked() {
        try {
            return ReportFonts.unpack(Files.createTempDirectory(Path.of("target"), "fonts"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
