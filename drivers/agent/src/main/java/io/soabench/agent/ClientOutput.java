package io.soabench.agent;

import io.soabench.agent.protocol.HostMessage;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A reader of a load client's output on a thread of its own. It keeps the output in a file, hands it to listeners, and
 * reports the end of the client. Safe for use by many threads.
 */
final class ClientOutput {

    /** The word of a load client that waits for the order to start. */
    static final String READY = "ready";

    /** The word of a load client that has received a callback. */
    static final String CALLED = "called";

    /** The last word of a load client. */
    static final String DONE = "done";

    /** The lines of the load client's protocol (docs/reference/formats.md, <i>Load client</i>) begin with these words. */
    private static final Set<String> KINDS = Set.of(READY, "steady", DONE, "hung", "begun", CALLED, "progress");

    private final ChildProcess client;
    private final Listener listener;
    private final OutputStream file;
    private final Map<String, String> said = new TreeMap<>();
    private final Thread thread;
    private long printed;
    private boolean followed;

    /** A listener to the output; called by the thread that reads it, and by threads that follow it. */
    interface Listener {

        /** Receives a line that the client printed. */
        void line(HostMessage.Line line);

        /** Receives the end of the output: the client has ended or is about to. */
        void over(ChildProcess client, long printed);

        /** Receives the failure of the file that keeps the output of the client. */
        void fails(Path file, IOException why);
    }

    private ClientOutput(ChildProcess client, Listener listener) throws IOException {
        this.client = client;
        this.listener = listener;
        this.file = Files.newOutputStream(client.stdout());
        thread = new Thread(this::read, "output-" + client.name());
        thread.setDaemon(true);
    }

    /** Begins to read, and makes the file. */
    static ClientOutput start(ChildProcess client, Listener listener) throws IOException {
        ClientOutput output = new ClientOutput(client, listener);
        output.thread.start();
        return output;
    }

    private void read() {
        try (InputStream in = new BufferedInputStream(client.output());
                file) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                line.write(next);
                if (next == '\n') {
                    add(line.toByteArray());
                    line.reset();
                }
            }
            if (line.size() > 0) {
                add(line.toByteArray());
            }
        } catch (IOException e) {
            listener.fails(client.stdout(), e);
        }
        listener.over(client, printed());
    }

    private synchronized void add(byte[] line) throws IOException {
        file.write(line);
        file.flush();
        String text = text(line, 0, line.length);
        String kind = text.split(" ", 2)[0];
        if (KINDS.contains(kind)) {
            said.put(kind, text.substring(Math.min(text.length(), kind.length() + 1)));
        }
        long offset = printed;
        printed += line.length;
        if (followed) {
            listener.line(new HostMessage.Line(client.name(), offset, printed, text));
        }
    }

    private synchronized long printed() {
        return printed;
    }

    /** Returns the last line of each kind, see {@link HostMessage.ClientState#said}. */
    synchronized Map<String, String> said() {
        return Map.copyOf(said);
    }

    /**
     * Reports the output from that offset on, and all later output.
     *
     * @param offset that a line begins at; nothing is reported again when it is beyond the output
     * @throws IOException when the output cannot be read again
     */
    synchronized void follow(long offset) throws IOException {
        followed = true;
        if (offset >= printed) {
            return;
        }
        byte[] bytes = new byte[(int) (printed - offset)];
        try (RandomAccessFile kept = new RandomAccessFile(client.stdout().toFile(), "r")) {
            kept.seek(offset);
            kept.readFully(bytes);
        }
        int begin = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n' || i == bytes.length - 1) {
                listener.line(new HostMessage.Line(
                        client.name(), offset + begin, offset + i + 1, text(bytes, begin, i + 1 - begin)));
                begin = i + 1;
            }
        }
    }

    private static String text(byte[] bytes, int from, int size) {
        int length = size > 0 && bytes[from + size - 1] == '\n' ? size - 1 : size;
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }
}
