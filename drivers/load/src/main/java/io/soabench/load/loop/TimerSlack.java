package io.soabench.load.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Linux lets a sleeping thread wake up late by its timer slack, 50 µs unless a thread asks for less (proc(5), {@code
 * /proc/[pid]/timerslack_ns}).
 */
final class TimerSlack {

    private TimerSlack() {}

    /** Asks for none for the calling thread, where the system lets it; where it does not, more of each wait is spun. */
    static void none() {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc/" + thread + "/timerslack_ns"), "1");
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            // Not Linux, or not allowed: waits are as exact, and cost more.
        }
    }
}
