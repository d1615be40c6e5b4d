package io.soabench.analyzer.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of batches that a test writes line by line. */
final class BatchFixture {

    static final String COLUMNS = "process,instances,configuration,round,run,completed,wall_ms";

    private final StringBuilder text;

    BatchFixture(String... measures) {
        text = new StringBuilder(COLUMNS);
        for (String measure : measures) {
            text.append(',').append(measure);
        }
        text.append('\n');
    }

    /** A batch of 100 instances, by the first run of a round. */
    BatchFixture batch(String process, String configuration, int round, double wallMs, Object... measured) {
        return batch(process, 100, configuration, round, 1, wallMs, measured);
    }

    BatchFixture batch(
            String process,
            int instances,
            String configuration,
            int round,
            int run,
            double wallMs,
            Object... measured) {
        text.append(process)
                .append(',')
                .append(instances)
                .append(",\"")
                .append(configuration)
                .append("\",");
        text.append(round)
                .append(',')
                .append(run)
                .append(',')
                .append(instances)
                .append(',')
                .append(wallMs);
        for (Object each : measured) {
            text.append(',').append(each);
        }
        text.append('\n');
        return this;
    }

    BatchFile read(Path folder) throws IOException {
        return BatchFile.read(Files.writeString(folder.resolve("batches.csv"), text));
    }
}
