package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A log of refusals, with at most one line for each kind and minute, so that hostile clients cannot fill a disk. Texts
 * from a request are cut, and control characters are replaced. Thread-safe, without locks.
 */
public final class RefusalLog {
    private static final System.Logger LOG = System.getLogger(RefusalLog.class.getName());
    private static final long PAUSE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_CHARS = 200;

    private final EngineClock clock;
    private final Map<Refusal, Line> lines = new EnumMap<>(Refusal.class);

    private static final class Line {
        private final AtomicLong nextNs;
        private final AtomicLong suppressed = new AtomicLong();

        Line(long nowNs) {
            nextNs = new AtomicLong(nowNs);
        }
    }

    /** Makes a log without lines. */
    public RefusalLog(EngineClock clock) {
        this.clock = clock;
        for (Refusal kind : Refusal.values()) {
            lines.put(kind, new Line(clock.nanoTime()));
        }
    }

    void refused(Refusal kind, String sentence) {
        Line line = lines.get(kind);
        long nowNs = clock.nanoTime();
        long nextNs = line.nextNs.get();
        if (nowNs - nextNs < 0 || !line.nextNs.compareAndSet(nextNs, nowNs + PAUSE_NS)) {
            line.suppressed.incrementAndGet();
            return;
        }
        long suppressed = line.suppressed.getAndSet(0);
        String text = "Refused " + kind.label() + ": " + printable(sentence)
                + (suppressed == 0 ? "" : " (" + suppressed + " more of this kind since the line before)");
        LOG.log(System.Logger.Level.WARNING, text);
    }

    private static String printable(String sentence) {
        String cut = sentence.length() <= MAX_CHARS ? sentence : sentence.substring(0, MAX_CHARS) + "…";
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}
