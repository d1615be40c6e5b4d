package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;

/**
 * The standard output and the standard error of a process that runs an engine. No thread of the engine waits when nobody
 * reads them, see {@link DetachedOutput}. Thread-safe.
 */
final class DetachedStreams {
    /** The longest wait for the streams at the end of the process. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final Charset encoding;
    private final DetachedOutput out;
    private final DetachedOutput err;
    private final PrintStream toOut;
    private final PrintStream toErr;

    private DetachedStreams(EngineClock clock) {
        // The first property is that of Java 19 and later, the second one that of earlier versions.
        String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        encoding = name == null ? Charset.defaultCharset() : Charset.forName(name);
        out = new DetachedOutput(new FileOutputStream(FileDescriptor.out), "standard-output", clock);
        err = new DetachedOutput(new FileOutputStream(FileDescriptor.err), "standard-error", clock);
        toOut = new PrintStream(out, true, encoding);
        toErr = new PrintStream(err, true, encoding);
    }

    /** Replaces the streams of this process; to be called before anything is logged. */
    static DetachedStreams open(EngineClock clock) {
        DetachedStreams streams = new DetachedStreams(clock);
        System.setOut(streams.toOut);
        System.setErr(streams.toErr);
        return streams;
    }

    /** Returns a writer to the standard output. */
    PrintWriter out() {
        return new PrintWriter(new OutputStreamWriter(toOut, encoding), true);
    }

    /** Returns a writer to the standard error. */
    PrintWriter err() {
        return new PrintWriter(new OutputStreamWriter(toErr, encoding), true);
    }

    /** Waits until the standard error has all that was printed, so that it comes before what is printed now. */
    void awaitErr() {
        err.awaitWritten(LAST_WORDS);
    }

    /** Waits until both streams have all that was printed; to be called before the process ends. */
    void awaitWritten() {
        out.awaitWritten(LAST_WORDS);
        err.awaitWritten(LAST_WORDS);
    }
}
