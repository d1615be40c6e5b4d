package io.soabench.analyzer.folder;

import io.soabench.plan.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The times at which events of the model killed the engine under test, and at which its processes answered again.
 *
 * <p>A request that was under way when the engine was killed may lack calls, and calls may come a second time, since no engine can know
 * whether a call without an answer was done. A request that was sent while the engine was gone may fail. Nothing else is excused.
 */
public final class EngineKills {

    /** Tolerance for the clocks of hosts. */
    private static final long CLOCKS_NS = 20_000_000L;

    /**
     * A kill.
     *
     * @param engine name of the server
     * @param orderNs time of the driver's order
     * @param killedNs time by which the engine had ended; it may have answered between both
     * @param backNs time at which its processes answered again; {@link Long#MAX_VALUE} when they never did
     */
    public record Kill(String engine, long orderNs, long killedNs, long backNs) {}

    private final RequestSamples samples;
    private final List<Kill> all;

    private EngineKills(RequestSamples samples, List<Kill> all) {
        this.samples = samples;
        this.all = List.copyOf(all);
    }

    static EngineKills of(List<RecordedEvent> happenings, RequestSamples samples) {
        List<Kill> kills = new ArrayList<>();
        for (RecordedEvent event : happenings) {
            Kill last = kills.isEmpty() ? null : kills.get(kills.size() - 1);
            boolean gone = last != null && last.backNs() == Long.MAX_VALUE;
            if (event.kind() == EventKind.KILLED && gone) {
                kills.set(kills.size() - 1, new Kill(last.engine(), last.orderNs(), event.atNs(), last.backNs()));
            } else if (event.kind() == EventKind.KILLED) {
                kills.add(new Kill(event.subject(), event.atNs(), event.atNs(), Long.MAX_VALUE));
            } else if (event.kind() == EventKind.BACK && gone) {
                kills.set(kills.size() - 1, new Kill(last.engine(), last.orderNs(), last.killedNs(), event.atNs()));
            }
        }
        return new EngineKills(samples, kills);
    }

    /** Returns the kills in their order. */
    public List<Kill> all() {
        return all;
    }

    /** Returns whether no event killed the engine. */
    public boolean none() {
        return all.isEmpty();
    }

    /** Returns the kill after which a request was sent, when the engine did not answer again before that. */
    public Optional<Kill> sentWhileGone(int request) {
        long startNs = samples.startNs(request);
        return all.stream()
                .filter(kill -> startNs >= kill.orderNs() - CLOCKS_NS
                        && (kill.backNs() == Long.MAX_VALUE || startNs <= kill.backNs() + CLOCKS_NS))
                .findFirst();
    }

    /** Returns the kill at which the client of a request still waited. */
    public Optional<Kill> waiting(int request) {
        return all.stream()
                .filter(kill -> samples.startNs(request) < kill.killedNs()
                        && samples.endNs(request) >= kill.orderNs() - CLOCKS_NS)
                .findFirst();
    }

    /**
     * Returns whether the work of a request may have been cut by a kill: it was sent before, and not earlier than a time-out. An engine
     * that skips work long before it is killed is not excused.
     */
    public boolean mayHaveCut(int request, long timeOutNs) {
        long startNs = samples.startNs(request);
        return all.stream()
                .anyMatch(kill -> startNs < kill.killedNs() + CLOCKS_NS
                        && Math.max(startNs, samples.endNs(request)) >= kill.orderNs() - timeOutNs);
    }

    /** Returns whether a call that comes a second time may repeat one that was under way when the engine was killed. */
    boolean mayRepeat(int request, long arrivalNs) {
        return all.stream()
                .anyMatch(kill -> samples.startNs(request) < kill.killedNs() + CLOCKS_NS
                        && arrivalNs >= kill.orderNs() - CLOCKS_NS);
    }
}
