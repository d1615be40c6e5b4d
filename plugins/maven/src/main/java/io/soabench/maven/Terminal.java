package io.soabench.maven;

import java.io.IOException;
import java.nio.file.Path;

/** A check whether standard output is a terminal. */
final class Terminal {

    /** The link by which Linux names the file of standard output. */
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private Terminal() {}

    /** Returns whether standard output is a terminal that can rewrite a line; {@code false} where that is not known. */
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
