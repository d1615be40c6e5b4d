package io.soabench.maven.live;

import io.soabench.plan.CsvTable;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The processors that servers and load clients use at present, from the ends of the metrics files that the run writes.
 * Files of other hosts arrive after the measurement, so their processes are not known here.
 */
final class ProcessorTimes {

    /** The name of the metric in files of {@link CsvTable#METRICS}; each driver observes it once a second. */
    static final String METRIC = "cpu";

    /** The length of the end that is read: an observation has about 2 KiB. */
    private static final int END_BYTES = 16 << 10;

    /** The greatest age of a value. An older one is of a process that has ended, or that the machine keeps from running. */
    private static final long MOST_AGE_NS = TimeUnit.SECONDS.toNanos(5);

    private static final int AT_COLUMN = CsvTable.METRICS.index("at_ns");
    private static final int NAME = CsvTable.METRICS.index("metric");
    private static final int VALUE = CsvTable.METRICS.index("value");

    private ProcessorTimes() {}

    /**
     * Returns the processors in use by server or load client; only those that are known.
     *
     * @param repetition folder of the repetition
     */
    static Map<String, Double> of(Path repetition, long nowNs) {
        Map<String, Double> processors = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(repetition, RunFiles.Each.METRICS.of("*"))) {
            for (Path file : files) {
                Optional<String> owner =
                        RunFiles.Each.METRICS.owner(file.getFileName().toString());
                OptionalDouble last = last(end(file), nowNs);
                if (owner.isPresent() && last.isPresent()) {
                    processors.put(owner.get(), last.getAsDouble());
                }
            }
        } catch (IOException e) {
            // Before its first phase a repetition has no folder. A file that cannot be read gives no value.
            return processors;
        }
        return processors;
    }

    private static String end(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - END_BYTES));
            ByteBuffer end = ByteBuffer.allocate(END_BYTES);
            while (end.hasRemaining() && channel.read(end) >= 0) {
                // The loop reads until the buffer is full or the file ends.
            }
            return new String(end.array(), 0, end.position(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the last value of the metric in whole lines of a text. */
    private static OptionalDouble last(String text, long nowNs) {
        int to = text.lastIndexOf('\n');
        while (to > 0) {
            int from = text.lastIndexOf('\n', to - 1) + 1;
            String[] fields = text.substring(from, to).split(",", VALUE + 2);
            if (fields.length > VALUE && fields[NAME].equals(METRIC)) {
                return value(fields, nowNs);
            }
            to = from - 1;
        }
        return OptionalDouble.empty();
    }

    private static OptionalDouble value(String[] fields, long nowNs) {
        try {
            return nowNs - Long.parseLong(fields[AT_COLUMN]) > MOST_AGE_NS
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(fields[VALUE]));
        } catch (NumberFormatException e) {
            // The value is empty when the metric is not available, or when the line is cut off at its start.
            return OptionalDouble.empty();
        }
    }
}
