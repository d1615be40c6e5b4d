package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The template of the how-to works as it says. The observed process is the test's own. */
class MetricTemplateTest {

    /** What this virtual machine may open or close meanwhile, such as a class file. */
    private static final double TOLERANCE = 5;

    @TempDir
    private Path folder;

    private static List<String> said(long pid) {
        List<String> said = new ArrayList<>();
        new OpenFiles().observe(List.of(pid), new MetricSource.Sink() {
            @Override
            public void value(String metric, double value) {
                said.add(Double.toString(value));
            }

            @Override
            public void unavailable(String metric, String reason) {
                said.add(metric + ": " + reason);
            }
        });
        return said;
    }

    @Test
    void shouldCountWhatIsOpened() throws IOException {
        long self = ProcessHandle.current().pid();
        double before = Double.parseDouble(said(self).get(0));
        List<InputStream> opened = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                opened.add(Files.newInputStream(Files.createFile(folder.resolve("f" + i))));
            }

            assertThat(Double.parseDouble(said(self).get(0)) - before).isBetween(60 - TOLERANCE, 60 + TOLERANCE);
        } finally {
            for (InputStream each : opened) {
                each.close();
            }
        }
    }

    @Test
    void shouldSaySoWhenThereIsNothingToRead() {
        assertThat(said(Integer.MAX_VALUE))
                .containsExactly("files-open: /proc/2147483647/fd may not be read by this user");
    }
}
