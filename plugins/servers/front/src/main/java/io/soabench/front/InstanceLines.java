package io.soabench.front;

import io.soabench.plan.CsvTable;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A collector of instances as lines of {@link CsvTable#INSTANCES}, of at most a number of them. Used by one thread. */
public final class InstanceLines {

    /** The largest number of instances in one answer: some 40 MB. */
    static final int MOST = 1_000_000;

    private static final long US_PER_MS = 1_000;

    private final Map<String, String> processes;
    private final int most;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private int count;

    /**
     * Creates a collector without lines.
     *
     * @param processes names of processes, by the engine's identifiers of them
     * @param most largest number of lines
     */
    InstanceLines(Map<String, String> processes, int most) {
        this.processes = processes;
        this.most = most;
        write(CsvTable.INSTANCES.header() + "\n");
    }

    /**
     * Adds an instance. Those that began last come first, because earlier ones are left out when there are too many.
     *
     * @param process the engine's identifier of its process, as {@link LibraryEngine.Deployed#id}; others are left out
     * @param startMs begin of the instance, milliseconds since the Unix epoch
     * @param endMs end of the instance, or a negative number while it runs
     * @return false when no further line is taken
     */
    public boolean add(String process, long startMs, long endMs) {
        String name = processes.get(process);
        if (name == null) {
            return true;
        }
        if (count == most) {
            write(CsvTable.INSTANCES.line("", "", "", "only the " + most + " instances that began last are read"));
            return false;
        }
        count++;
        write(CsvTable.INSTANCES.line(
                name, startMs * US_PER_MS, endMs < 0 ? "" : Long.toString(endMs * US_PER_MS), ""));
        return true;
    }

    private void write(String line) {
        text.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the file. */
    byte[] bytes() {
        return text.toByteArray();
    }
}
