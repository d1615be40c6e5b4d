package io.soabench.load.input;

import io.soabench.plan.WorkloadPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pre-simulated requests of one testing client, read from a workload trace. Twenty-eight bytes a request; immutable once
 * read.
 */
public final class Trace {

    /** The first line of every trace. */
    public static final String FIRST_LINE = "# soabench workload trace 1";

    /** The row of a request that no record fills. */
    public static final int NO_ROW = -1;

    private static final int MOST_PROBLEMS = 10;
    private static final String STAYS = "# stays=";

    private final String workload;
    private final WorkloadPlan.Load kind;
    private final int size;
    private final List<String> chunkNames;
    private final int[] clients;
    private final int[] numbers;
    private final long[] waitsUs;
    private final int[] chunks;
    private final int[] rows;
    /** Closed: index of the first request of each client, and the size at the end. */
    private final int[] begins;

    private final Map<Integer, PresenceIntervals> presence;

    private Trace(Reading reading) {
        workload = reading.workload;
        kind = reading.open ? WorkloadPlan.Load.OPEN : WorkloadPlan.Load.CLOSED;
        size = reading.size;
        chunkNames = List.copyOf(reading.chunkNames);
        clients = Arrays.copyOf(reading.clients, size);
        numbers = Arrays.copyOf(reading.numbers, size);
        waitsUs = Arrays.copyOf(reading.waitsUs, size);
        chunks = Arrays.copyOf(reading.chunks, size);
        rows = Arrays.copyOf(reading.rows, size);
        int[] found = new int[size + 1];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || clients[i] != clients[i - 1]) {
                found[count++] = i;
            }
        }
        found[count++] = size;
        begins = Arrays.copyOf(found, count);
        presence = Map.copyOf(reading.presence);
    }

    /**
     * Reads a trace file.
     *
     * @throws BadInput with the first {@value #MOST_PROBLEMS} problems
     */
    public static Trace read(Path file) {
        Reading reading = new Reading(file.toString());
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reading.line(line);
            }
        } catch (CharacterCodingException e) {
            reading.problem("is not UTF-8 text");
        } catch (IOException e) {
            reading.problem("cannot be read: " + e.getMessage());
        }
        reading.end();
        return new Trace(reading);
    }

    /**
     * Reads a trace that is not a file.
     *
     * @param name for sentences about it
     */
    public static Trace parse(String name, String text) {
        Reading reading = new Reading(name);
        text.lines().forEach(reading::line);
        reading.end();
        return new Trace(reading);
    }

    /** Returns the name of the workload, the first part of each UIID. */
    public String workload() {
        return workload;
    }

    /** Returns the kind of load, closed or open. */
    public WorkloadPlan.Load kind() {
        return kind;
    }

    /** Returns the names of the data chunks that are sent, by index. */
    public List<String> chunkNames() {
        return chunkNames;
    }

    /** Returns the number of requests. */
    public int size() {
        return size;
    }

    /** Returns the number of clients with requests, for closed loads. */
    public int clientCount() {
        return begins.length - 1;
    }

    /**
     * Returns for closed loads the index of a client's first request. Client indices start at 0; for {@link #clientCount()} the result is the
     * size.
     */
    public int begin(int clientIndex) {
        return begins[clientIndex];
    }

    /**
     * Returns for closed loads the index of the request with which a client's measurement begins when the warm-up may end early. The think
     * times before it fill the longest warm-up. In a trace that was cut for its length, the request is in the middle.
     */
    public int measureBegin(int clientIndex, long warmUpUs, long measureUs) {
        int begin = begins[clientIndex];
        int end = begins[clientIndex + 1];
        int found = end;
        long sumUs = 0;
        for (int i = begin; i < end; i++) {
            if (sumUs >= warmUpUs) {
                found = Math.min(found, i);
            }
            sumUs += waitsUs[i];
        }
        return found < end && sumUs >= warmUpUs + measureUs ? found : begin + (end - begin) / 2;
    }

    /** Returns the times at which the client with that index, from 0, is present, for closed loads. */
    public PresenceIntervals presence(int clientIndex) {
        return presence.getOrDefault(clients[begins[clientIndex]], PresenceIntervals.ALWAYS);
    }

    /** Returns the number of a request's client, from 1. */
    public int client(int index) {
        return clients[index];
    }

    /** Returns the number of a request among those of its client, from 1. */
    public int number(int index) {
        return numbers[index];
    }

    /** Returns for closed loads the think time before the request, for open loads its arrival since the start of the warm-up; microseconds. */
    public long waitUs(int index) {
        return waitsUs[index];
    }

    /** Returns the index of the data chunk, see {@link #chunkNames}. */
    public int chunk(int index) {
        return chunks[index];
    }

    /** Returns the row of the chunk's records that fills it, from 0; or {@link #NO_ROW}. */
    public int row(int index) {
        return rows[index];
    }

    /** Returns for each chunk the highest row of its requests; {@link #NO_ROW} when it has none. */
    public int[] lastRows() {
        int[] last = new int[chunkNames.size()];
        Arrays.fill(last, NO_ROW);
        for (int i = 0; i < size; i++) {
            last[chunks[i]] = Math.max(last[chunks[i]], rows[i]);
        }
        return last;
    }

    /** Returns the number of requests that arrive before that time, for open loads. */
    public int arrivalsBefore(long us) {
        int count = 0;
        while (count < size && waitsUs[count] < us) {
            count++;
        }
        return count;
    }

    /**
     * Returns for open loads the most requests that arrive within any window of that length. As many may be in flight when each is answered at
     * the end of its time-out.
     */
    public int mostWithin(long us) {
        int most = 0;
        int first = 0;
        for (int last = 0; last < size; last++) {
            while (waitsUs[last] - waitsUs[first] > us) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }

    /** The arrays while they grow, and the problems so far. */
    private static final class Reading {

        private final String file;
        private final List<String> problems = new ArrayList<>();
        private List<String> chunkNames = List.of();
        private int lineNumber;
        private int headers;
        private String workload = "";
        private boolean open;
        private int size;
        private int[] clients = new int[1024];
        private int[] numbers = new int[1024];
        private long[] waitsUs = new long[1024];
        private int[] chunks = new int[1024];
        private int[] rows = new int[1024];
        private final Map<Integer, PresenceIntervals> presence = new HashMap<>();

        Reading(String file) {
            this.file = file;
        }

        void problem(String what) {
            if (problems.size() < MOST_PROBLEMS) {
                problems.add(file + (lineNumber > 0 ? ":" + lineNumber : "") + " " + what);
            }
        }

        void line(String line) {
            lineNumber++;
            if (lineNumber == 1) {
                if (!line.equals(FIRST_LINE)) {
                    problem("is not a workload trace of this version; expected the line \"" + FIRST_LINE + "\"");
                }
            } else if (line.startsWith(STAYS)) {
                presence(line.substring(STAYS.length()));
            } else if (line.startsWith("#")) {
                header(line);
            } else {
                request(line);
            }
        }

        private void header(String line) {
            headers++;
            for (String word : line.substring(1).strip().split(" +", -1)) {
                if (word.startsWith("workload=")) {
                    workload = word.substring("workload=".length());
                } else if (word.startsWith("chunks=")) {
                    chunkNames = List.of(word.substring("chunks=".length()).split(",", -1));
                } else if (word.equals("kind=open")) {
                    open = true;
                } else if (word.startsWith("kind=") && !word.equals("kind=closed")) {
                    problem("has the " + word + "; kind=closed or kind=open is needed");
                }
            }
        }

        private void presence(String text) {
            String[] words = text.strip().split(" +", -1);
            try {
                presence.put(
                        Integer.parseInt(words[0]),
                        PresenceIntervals.of(Arrays.asList(words).subList(1, words.length)));
            } catch (IllegalArgumentException e) {
                problem("does not give the times at which a client is present, like \"" + STAYS
                        + "7 warm-up..2000000 5000000..end\"");
            }
        }

        private void request(String line) {
            int tab1 = line.indexOf('\t');
            int tab2 = line.indexOf('\t', tab1 + 1);
            int tab3 = line.indexOf('\t', tab2 + 1);
            if (tab1 < 0 || tab2 < 0 || tab3 < 0) {
                problem("is not \"client, n, wait, chunk\" separated by tabs");
                return;
            }
            int tab4 = line.indexOf('\t', tab3 + 1);
            try {
                int client = Integer.parseInt(line, 0, tab1, 10);
                int number = Integer.parseInt(line, tab1 + 1, tab2, 10);
                long waitUs = Long.parseLong(line, tab2 + 1, tab3, 10);
                int chunk = Integer.parseInt(line, tab3 + 1, tab4 < 0 ? line.length() : tab4, 10);
                int row = tab4 < 0 ? NO_ROW : Integer.parseInt(line, tab4 + 1, line.length(), 10);
                if (client < 1 || number < 1 || waitUs < 0 || row < NO_ROW) {
                    problem("has a negative wait or row, or a client or request number below 1");
                } else if (chunk < 0 || (!chunkNames.isEmpty() && chunk >= chunkNames.size())) {
                    problem("wants chunk " + chunk + ", but its header names " + chunkNames.size());
                } else if (outOfOrder(client, number, waitUs)) {
                    problem("is out of order: a closed trace is sorted by client and n, an open one by time");
                } else {
                    add(client, number, waitUs, chunk, row);
                }
            } catch (NumberFormatException e) {
                problem("holds something that is not a whole number");
            }
        }

        private boolean outOfOrder(int client, int number, long waitUs) {
            if (size == 0) {
                return false;
            }
            int last = size - 1;
            return open
                    ? waitUs < waitsUs[last]
                    : client < clients[last] || (client == clients[last] && number <= numbers[last]);
        }

        private void add(int client, int number, long waitUs, int chunk, int row) {
            if (size == clients.length) {
                int more = size * 2;
                clients = Arrays.copyOf(clients, more);
                numbers = Arrays.copyOf(numbers, more);
                waitsUs = Arrays.copyOf(waitsUs, more);
                chunks = Arrays.copyOf(chunks, more);
                rows = Arrays.copyOf(rows, more);
            }
            clients[size] = client;
            numbers[size] = number;
            waitsUs[size] = waitUs;
            chunks[size] = chunk;
            rows[size] = row;
            size++;
        }

        void end() {
            lineNumber = 0;
            if (problems.isEmpty() && (headers == 0 || workload.isEmpty() || chunkNames.isEmpty())) {
                problem("has no line \"# workload=… kind=… chunks=…\"");
            }
            if (problems.isEmpty() && size == 0) {
                problem("holds no request; give the workload a longer phase or a higher rate");
            }
            if (!problems.isEmpty()) {
                throw new BadInput(problems);
            }
        }
    }
}
