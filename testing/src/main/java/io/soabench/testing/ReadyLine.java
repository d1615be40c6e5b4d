package io.soabench.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The line that a program prints when it is ready. */
public final class ReadyLine {

    private static final String READY = "ready";

    /** The text that a program has written to standard error. */
    @FunctionalInterface
    public interface Errors {
        /** Reads the text. */
        String read() throws IOException;
    }

    private ReadyLine() {}

    /**
     * Waits for the next line of a program, which must begin with {@code ready}. The end of the program ends the wait at once.
     *
     * @param output the standard output of the program; a reader of it ends with the program
     * @throws IOException if another line comes or none in time, with the errors of the program
     */
    public static String await(BufferedReader output, Duration deadline, Errors errors)
            throws IOException, InterruptedException {
        CompletableFuture<String> next = new CompletableFuture<>();
        Thread reader = new Thread(
                () -> {
                    try {
                        next.complete(output.readLine());
                    } catch (IOException e) {
                        next.completeExceptionally(e);
                    }
                },
                "ready-line");
        reader.setDaemon(true);
        reader.start();
        String line;
        try {
            line = next.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "the program has not printed \"" + READY + "\" within " + deadline + "\n" + errors.read(), e);
        } catch (ExecutionException e) {
            throw new IOException("the output of the program cannot be read\n" + errors.read(), e);
        }
        if (line == null) {
            throw new IOException("the program has ended before it was ready\n" + errors.read());
        }
        if (!line.startsWith(READY)) {
            throw new IOException(
                    "the program has printed \"" + line + "\" instead of \"" + READY + "\"\n" + errors.read());
        }
        return line;
    }
}
