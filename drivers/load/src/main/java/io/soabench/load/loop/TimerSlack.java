package io.soabench.load.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The timer slack of a thread: Linux may wake a sleeping thread late by this time, 50 µs unless the thread asks for
 * less (proc(5), {@code /proc/[pid]/timerslack_ns}).
 */
final class TimerSlack {

    private TimerSlack() {}

    /** Requests no timer slack for the calling thread. If the system refuses, a larger part of each wait is spun. */
    static void none() {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc/" + thread + "/timerslack_ns"), "1");
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            // Not Linux, or not allowed: waits are as exact, and cost more.
        }
    }
}
