package io.soabench.engine.overseer.command;

import java.time.Duration;

/** How long a command took, since this was made. */
final class CommandClock {

    private final long startNs = System.nanoTime();

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNs);
    }
}
