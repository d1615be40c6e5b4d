package io.soabench.maven;

import io.soabench.plan.HostClock;
import java.time.Instant;

/** A clock for the course of an exploration: it goes on by what trials take. */
final class TrialTime implements HostClock {

    /** May be set forward. */
    long nowMs;

    @Override
    public long epochNanos() {
        return nowMs * 1_000_000;
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(nowMs);
    }
}
