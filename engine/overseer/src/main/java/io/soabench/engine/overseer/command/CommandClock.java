package io.soabench.engine.overseer.command;

import java.time.Duration;

/** A clock of the time since its creation, for one command. */
final class CommandClock {

    private final long startNs = System.nanoTime();

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNs);
    }
}
