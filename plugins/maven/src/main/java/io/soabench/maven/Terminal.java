package io.soabench.maven;

import java.io.IOException;
import java.nio.file.Path;

/** Tells whether someone watches. */
final class Terminal {

    /** Where Linux shows what standard output is. */
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private Terminal() {}

    /** Whether standard output is a terminal that can rewrite a line; {@code false} where that cannot be told. */
    static boolean present() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            String device = STANDARD_OUTPUT.toRealPath().toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
