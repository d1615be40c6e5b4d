package io.soabench.mock;

import io.soabench.plan.CsvTable;
import io.soabench.plan.MockPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The file {@code calls-<server>.csv} (docs/reference/formats.md).
 *
 * <p>Assumptions: the disk keeps up on average, because unwritten lines wait in memory. Guarantees: {@link #add} never
 * waits for the disk or for another thread. After {@link #close}, the file has every added line, unless the disk
 * refuses, which {@code close} reports. Written lines become visible to readers within about {@value #PAUSE_MS} ms.
 * Progress: {@code add} is lock-free.
 */
public final class CallLog implements AutoCloseable {

    /** The pause of the writer after it has written every line. */
    private static final long PAUSE_MS = 20;

    private static final long CLOSE_TIMEOUT_MS = 5_000;
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final OutputStream out;
    private final Thread writer;
    private volatile boolean closing;
    /** The first refusal of the disk, or the error that ended the writer; later calls are dropped. */
    private volatile IOException failure;

    private record Call(PlannedReply reply, long endNs) {}

    private CallLog(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
        writer = new Thread(this::run, "call-log");
        writer.setDaemon(true);
    }

    /**
     * Creates the file, and its folder when missing; an older file of that name is replaced.
     *
     * @throws HostRefused when the file cannot be written
     */
    public static CallLog open(Path file) throws HostRefused {
        try {
            Path parent = file.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            OutputStream out = Files.newOutputStream(file);
            out.write((CsvTable.CALLS.header() + '\n').getBytes(StandardCharsets.UTF_8));
            CallLog log = new CallLog(file, out);
            log.writer.start();
            return log;
        } catch (IOException e) {
            throw new HostRefused("cannot write the call log " + file + ": " + e + "; choose another --calls");
        }
    }

    /** Returns a log that leaves no file behind. */
    static CallLog into(OutputStream out) {
        CallLog log = new CallLog(Path.of("no file"), out);
        log.writer.start();
        return log;
    }

    /**
     * Logs an answered request.
     *
     * @param endNs instant when the answer was handed to the network, on the host's clock; 0 for no answer, because the
     *     client went away or the host stopped before
     */
    public void add(PlannedReply reply, long endNs) {
        // A request that is answered by a callback is in service until that was taken.
        if (!reply.callsBack()) {
            reply.service().ended();
        }
        calls.add(new Call(reply, endNs));
    }

    /**
     * Writes the remaining lines.
     *
     * @throws IOException when a line could not be written
     */
    @Override
    public void close() throws IOException {
        closing = true;
        LockSupport.unpark(writer);
        try {
            writer.join(CLOSE_TIMEOUT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (writer.isAlive()) {
            throw new IOException("the call log " + file + " was not written within " + CLOSE_TIMEOUT_MS + " ms; "
                    + calls.size() + " calls are missing");
        }
        IOException refusal = failure;
        if (refusal != null) {
            throw new IOException("the call log " + file + " is incomplete: " + refusal.getMessage(), refusal);
        }
    }

    private void run() {
        try {
            write();
        } catch (RuntimeException | Error e) {
            // For example without memory. The rest of the lines is lost, and close must say so.
            refused(new IOException("the writer ended: " + e, e));
        }
    }

    private void write() {
        StringBuilder lines = new StringBuilder(BUFFER + 512);
        boolean last;
        do {
            last = closing;
            for (Call call = calls.poll(); call != null; call = calls.poll()) {
                append(lines, call);
                if (lines.length() >= BUFFER) {
                    hand(lines);
                }
            }
            hand(lines);
            if (!last) {
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
            }
        } while (!last);
        try {
            out.close();
        } catch (IOException e) {
            refused(e);
        }
    }

    private void hand(StringBuilder lines) {
        if (lines.length() == 0) {
            return;
        }
        if (failure == null) {
            try {
                out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                refused(e);
            }
        }
        lines.setLength(0);
    }

    /** Notes a refusal; only the writer thread calls it. */
    private void refused(IOException refusal) {
        if (failure == null) {
            failure = refusal;
        }
    }

    private static void append(StringBuilder lines, Call call) {
        PlannedReply reply = call.reply();
        MockPlan plan = reply.service().folder().plan();
        field(lines, plan.service()).append(',').append(plan.instance()).append(',');
        field(lines, reply.operation()).append(',');
        field(lines, reply.uiid()).append(',');
        lines.append(reply.step()).append(reply.traced() ? ",1," : ",0,").append(reply.arrivalNs());
        lines.append(',')
                .append(reply.plannedUs())
                .append(',')
                .append(call.endNs())
                .append(',');
        lines.append(reply.outcome().text()).append('\n');
    }

    /** Appends a field, quoted by RFC 4180. Line ends become blanks, so that each call is one line. */
    private static StringBuilder field(StringBuilder lines, String text) {
        boolean plain = true;
        for (int i = 0; i < text.length() && plain; i++) {
            char c = text.charAt(i);
            plain = c != ',' && c != '"' && c != '\n' && c != '\r';
        }
        if (plain) {
            return lines.append(text);
        }
        String line = text.replace('\n', ' ').replace('\r', ' ');
        return lines.append('"').append(line.replace("\"", "\"\"")).append('"');
    }
}
