package io.soabench.analyzer.folder;

import io.soabench.plan.CsvTable;
import io.soabench.plan.Outcome;
import io.soabench.plan.SamplePhase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All requests of a repetition, of all client hosts, as columns: about 48 bytes a request. Times are nanoseconds since the Unix epoch. */
public final class RequestSamples {

    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());
    private static final byte[][] OUTCOME_NAMES =
            OUTCOMES.stream().map(o -> CsvReader.ascii(o.name())).toArray(byte[][]::new);
    private static final List<SamplePhase> PHASES = List.of(SamplePhase.values());
    private static final byte[][] PHASE_NAMES =
            PHASES.stream().map(phase -> CsvReader.ascii(phase.text())).toArray(byte[][]::new);

    /** Maximum number of distinct details. Later ones are counted, but not quoted. */
    private static final int MAX_DETAILS = 2_000;

    private final byte[] workload;
    private final String workloadName;
    private final List<Integer> processOfChunk;
    private short[] chunks = new short[1024];
    private final IntColumn rows = new IntColumn();
    private final LongColumn intended = new LongColumn();
    private final LongColumn start = new LongColumn();
    private final LongColumn end = new LongColumn();
    private final LongColumn key = new LongColumn();
    private byte[] kinds = new byte[1024];
    private final IntColumn failure = new IntColumn();
    private final List<Failure> failures = new ArrayList<>();
    private final Map<Failure, Integer> failureNumbers = new HashMap<>();

    /**
     * The failure of a request as its client saw it.
     *
     * @param status HTTP status or 0
     */
    public record Failure(int status, String detail) {}

    /**
     * The result of reading a file.
     *
     * @param lines number of requests that were read
     * @param malformed number of lines that were left out
     * @param problem the reason why the file as a whole cannot be used; otherwise empty
     */
    record Import(long lines, long malformed, boolean truncated, String problem) {}

    /**
     * Creates an empty collection.
     *
     * @param processOfChunk the index of the called process, by chunk; empty when there is only one process
     */
    RequestSamples(String workload, List<Integer> processOfChunk) {
        workloadName = workload;
        this.processOfChunk = List.copyOf(processOfChunk);
        this.workload = workload.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a file.
     *
     * @param aheadNs lead of the clock of the file's writer over the driver's clock
     */
    Import read(Path file, long aheadNs) throws IOException {
        long lines = 0;
        long malformed = 0;
        try (CsvReader csv = new CsvReader(file)) {
            if (!csv.next()) {
                return new Import(0, 0, csv.truncated(), "it is empty");
            }
            if (!csv.isHeader(CsvTable.SAMPLES.header())) {
                return new Import(0, 0, false, "its first line is not \"" + CsvTable.SAMPLES.header() + "\"");
            }
            while (csv.next()) {
                if (add(csv, aheadNs)) {
                    lines++;
                } else {
                    malformed++;
                }
            }
            return new Import(lines, malformed, csv.truncated(), "");
        }
    }

    private boolean add(CsvReader csv, long aheadNs) {
        if (csv.fields() != CsvTable.SAMPLES.columns().size()) {
            return false;
        }
        int phase = csv.oneOf(0, PHASE_NAMES);
        long chunk = csv.number(3);
        long row = csv.number(4);
        long intendedNs = csv.number(5) - aheadNs;
        long startNs = csv.number(6) - aheadNs;
        long endNs = csv.number(7) - aheadNs;
        int outcome = csv.oneOf(8, OUTCOME_NAMES);
        long status = csv.number(9);
        boolean many = !processOfChunk.isEmpty();
        if (csv.wrong()
                || endNs < intendedNs
                || chunk < 0
                || chunk > Short.MAX_VALUE
                || (many && chunk >= processOfChunk.size())) {
            return false;
        }
        int index = intended.size();
        if (index == chunks.length) {
            chunks = Arrays.copyOf(chunks, index + (index >> 1));
        }
        chunks[index] = (short) chunk;
        rows.add(row);
        if (index == kinds.length) {
            kinds = Arrays.copyOf(kinds, index + (index >> 1));
        }
        kinds[index] = (byte) (phase << 4 | outcome);
        intended.add(intendedNs);
        start.add(startNs);
        end.add(endNs);
        key.add(csv.uiid(2, workload));
        if (outcome != 0) {
            Failure found = new Failure((int) status, detail(csv.text(12)));
            failure.add(failureNumbers.computeIfAbsent(found, this::newFailure));
        } else {
            failure.add(0);
        }
        return true;
    }

    /** Returns the detail that is kept of a text. When there are too many, a detail about a row keeps its beginning only. */
    private String detail(String text) {
        int row = text.indexOf(" in row ");
        if (failures.size() < MAX_DETAILS) {
            return text;
        }
        return row < 0 || failures.size() >= 2 * MAX_DETAILS ? "" : text.substring(0, row);
    }

    private int newFailure(Failure found) {
        failures.add(found);
        return failures.size() - 1;
    }

    /** Returns the number of requests. */
    public int size() {
        return intended.size();
    }

    /** Returns the index of the process that got the request, in the order of the case. */
    public int process(int index) {
        return processOfChunk.isEmpty() ? 0 : processOfChunk.get(chunks[index]);
    }

    /** Returns the index of the sent chunk. */
    public int chunk(int index) {
        return chunks[index];
    }

    /** Returns the line of the record in the user's file that filled the request, from 1; 0 when none did. */
    public int row(int index) {
        return rows.of(index);
    }

    /** Returns whether the request belongs to the measurement, not to the warm-up. */
    public boolean measured(int index) {
        return PHASES.get(kinds[index] >> 4) == SamplePhase.MEASURE;
    }

    /** Returns the outcome of the request. */
    public Outcome outcome(int index) {
        return OUTCOMES.get(kinds[index] & 15);
    }

    /** Returns whether the request was answered well. */
    public boolean succeeded(int index) {
        return (kinds[index] & 15) == 0;
    }

    /**
     * Returns whether the request has a response time: it was answered well, or it timed out. A request that timed out took at least that
     * long. Leaving it out would make an engine look faster the more requests it loses.
     */
    public boolean timed(int index) {
        return succeeded(index) || outcome(index).outOfTime();
    }

    /** Returns the intended start of the request. */
    public long intendedNs(int index) {
        return intended.of(index);
    }

    /** Returns the actual start of the request. */
    public long startNs(int index) {
        return start.of(index);
    }

    /** Returns the end of the request. */
    public long endNs(int index) {
        return end.of(index);
    }

    /** Returns end − intended start. */
    public long latencyNs(int index) {
        return end.of(index) - intended.of(index);
    }

    /** Returns the failure of a request as its client saw it. */
    public Failure failure(int index) {
        return failures.get(failure.of(index));
    }

    /** Returns the unique invocation identifier of the request. */
    public String uiid(int index) {
        return UiidKey.text(key.of(index), workloadName);
    }

    /** Returns the number of the client that sent the request, from its identifier; negative when the identifier has another form. */
    public int client(int index) {
        return UiidKey.client(key.of(index));
    }

    long key(int index) {
        return key.of(index);
    }

    byte[] workload() {
        return workload;
    }
}
