package io.soabench.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A small shell process that outlives this JVM. When the JVM ends without closing it (even by {@code kill -9}), the shell ends every process
 * that carries the run's marker and removes the work folder. It holds the reading end of a pipe; the kernel closes the writing end when the JVM
 * ends, however that happens.
 */
final class Watchdog implements AutoCloseable {

    private static final Duration END_LIMIT = Duration.ofSeconds(5);

    private final Process process;

    private Watchdog(Process process) {
        this.process = process;
    }

    /** Returns the script, as it is handed to {@code sh -c}. */
    static String script() {
        try (InputStream in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            if (in == null) {
                throw new IllegalStateException("watchdog.sh is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read watchdog.sh", e);
        }
    }

    static Watchdog start(String marker, Path workFolder) throws IOException {
        return new Watchdog(new ProcessBuilder("sh", "-c", script(), "soabench-watchdog", marker, workFolder.toString())
                .directory(Path.of("/").toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start());
    }

    boolean watches() {
        return process.isAlive();
    }

    /** Ends the watchdog: nothing is left to do. */
    @Override
    public void close() {
        try (OutputStream pipe = process.getOutputStream()) {
            pipe.write("end\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The watchdog was killed before, so it takes no message.
            process.destroyForcibly();
        }
        try {
            if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
