package io.soabench.generators.workload;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The traces of a workload, one for each client host, and the shorter tables that stock JMeter elements read
 * (docs/reference/formats.md, generators/README.md). A closed workload's clients and an open workload's arrivals are
 * dealt to the hosts in turn; client and request numbers stay those of the whole workload.
 */
public final class WorkloadTraces {

    /** Lines of the table for stock JMeter elements; they begin again when it is used up. */
    public static final int TABLE_LINES = 100_000;

    private WorkloadTraces() {}

    /**
     * The files of one client host.
     *
     * @param trace the exact trace
     * @param table for stock JMeter elements, where it is wanted
     */
    public record HostFiles(Path trace, Optional<Path> table) {}

    /**
     * Simulates the workload once and writes the files of all hosts.
     *
     * @param chunks names of all chunks of the workload by index
     * @param values of the records that fill them, for the tables
     * @return number of requests of all hosts together
     */
    public static long write(WorkloadSimulation workload, List<String> chunks, RowValues values, List<HostFiles> hosts)
            throws IOException {
        List<HostWriter> writers = new ArrayList<>();
        try {
            for (int i = 0; i < hosts.size(); i++) {
                Map<Integer, List<ClientPresence.Stay>> own = new TreeMap<>(workload.stays());
                int host = i;
                own.keySet().removeIf(client -> (client - 1) % hosts.size() != host);
                writers.add(
                        new HostWriter(hosts.get(i), workload, chunks, values, share(workload, i, hosts.size()), own));
            }
            long[] count = new long[1];
            workload.run((client, n, waitUs, chunk, row) -> {
                int turn = workload.open() ? n : client;
                writers.get((turn - 1) % writers.size()).request(client, n, waitUs, chunk, row);
                count[0]++;
            });
            return count[0];
        } finally {
            for (HostWriter writer : writers) {
                writer.close();
            }
        }
    }

    /** Returns how many simulated clients of a closed workload a host gets; 0 for an open one. */
    public static int share(WorkloadSimulation workload, int host, int hosts) {
        int clients = workload.clients();
        return clients / hosts + (host < clients % hosts ? 1 : 0);
    }

    private static final class HostWriter implements Closeable {
        private final String prefix;
        private final boolean open;
        private final boolean tabled;
        private final BufferedWriter trace;
        private final Writer table;
        private final StringBuilder line = new StringBuilder();
        private int lines;
        private long lastUs;
        private final RowValues values;

        HostWriter(
                HostFiles files,
                WorkloadSimulation workload,
                List<String> chunks,
                RowValues values,
                int clients,
                Map<Integer, List<ClientPresence.Stay>> own)
                throws IOException {
            this.values = values;
            prefix = workload.name() + ".";
            open = workload.open();
            Files.createDirectories(files.trace().getParent());
            trace = Files.newBufferedWriter(files.trace(), StandardCharsets.UTF_8);
            tabled = files.table().isPresent();
            if (tabled) {
                Files.createDirectories(files.table().get().getParent());
                table = Files.newBufferedWriter(files.table().get(), StandardCharsets.UTF_8);
            } else {
                table = Writer.nullWriter();
            }
            trace.write("# soabench workload trace 1\n# workload=" + workload.name() + " kind="
                    + (open ? "open" : "closed") + " clients=" + clients + " chunks=" + String.join(",", chunks)
                    + "\n");
            for (Map.Entry<Integer, List<ClientPresence.Stay>> stays : own.entrySet()) {
                trace.write("# stays=" + stays.getKey() + " "
                        + stays.getValue().stream().map(HostWriter::text).collect(Collectors.joining(" ")) + "\n");
            }
            table.write("uiid,wait_ms,chunk");
            for (String column : values.columns()) {
                table.write("," + column);
            }
            table.write('\n');
        }

        private static String text(ClientPresence.Stay stay) {
            return (stay.fromS() < 0 ? "warm-up" : micros(stay.fromS())) + ".."
                    + (stay.toS() == Double.POSITIVE_INFINITY ? "end" : micros(stay.toS()));
        }

        private static String micros(double seconds) {
            return Long.toString(Math.round(seconds * 1e6));
        }

        void request(int client, int n, long waitUs, int chunk, int row) throws IOException {
            line.setLength(0);
            line.append(client).append('\t').append(n).append('\t');
            line.append(waitUs).append('\t').append(chunk);
            if (row != WorkloadSimulation.NO_ROW) {
                line.append('\t').append(row);
            }
            line.append('\n');
            trace.append(line);
            if (tabled && lines < TABLE_LINES) {
                lines++;
                // Of an open workload the table has the distance to the arrival before.
                long ms = Math.round((open ? waitUs - lastUs : waitUs) / 1000.0);
                lastUs = waitUs;
                line.setLength(0);
                line.append(prefix).append(client).append('.').append(n).append(',');
                line.append(ms).append(',').append(chunk);
                for (String value : values.of(chunk, row)) {
                    // No value has a quote or a line end: they are written as XML has them.
                    boolean quoted = value.indexOf(',') >= 0;
                    line.append(quoted ? ",\"" : ",").append(value).append(quoted ? "\"" : "");
                }
                line.append('\n');
                table.append(line);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                trace.close();
            } finally {
                table.close();
            }
        }
    }
}
