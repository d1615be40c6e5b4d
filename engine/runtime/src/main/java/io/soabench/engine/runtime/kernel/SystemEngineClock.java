package io.soabench.engine.runtime.kernel;

/** The clock of the machine. Thread-safe. */
public final class SystemEngineClock implements EngineClock {
    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long epochMs() {
        return System.currentTimeMillis();
    }
}
