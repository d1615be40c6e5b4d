package io.soabench.engine.runtime.kernel;

/** The machine's clock. */
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
