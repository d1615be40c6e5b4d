package io.soabench.load.loop;

import io.soabench.load.text.Uiid;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Outcome;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The requests that are answered by a callback. Such a flight is over when its request was acknowledged and its callback is there,
 * whichever comes first; it ends at the instant of the callback. What was sent and what was answered is kept for each request, one
 * bit each, so that a callback nobody waits for any more can be told from one that nobody ever waited for. Safe for use by both
 * threads; each method takes a few instructions, and never another lock.
 */
final class Awaited {

    /** How far a flight is. */
    enum State {
        /** Neither acknowledged nor called back. */
        SENT,
        /** Called back before it was acknowledged. */
        CALLED,
        /** Acknowledged: only the callback is missing. */
        ACKNOWLEDGED,
        /** It ends, or has ended. */
        OVER
    }

    /**
     * A callback that came.
     *
     * @param path that was called
     * @param outcome how it answers its request
     * @param bytes of its body
     * @param atNs when it was complete
     */
    record Call(String path, Outcome outcome, String detail, long bytes, long atNs) {}

    /** A simulated client, or all arrivals, in one lap of the trace. */
    private record Sender(int client, int lap) {}

    private static final class Numbers {

        private final BitSet sent = new BitSet();
        private final BitSet answered = new BitSet();
    }

    private final Map<Uiid.Request, Flight> open = new HashMap<>();
    private final Map<Sender, Numbers> all = new HashMap<>();
    private long taken;
    private long late;
    private long repeated;
    private long foreign;
    private long malformed;
    private long notAccepted;

    private static Uiid.Request key(Flight flight) {
        return new Uiid.Request(flight.client, flight.number, flight.lap);
    }

    private Numbers numbers(Uiid.Request request) {
        return all.computeIfAbsent(new Sender(request.client(), request.lap()), any -> new Numbers());
    }

    /** A flight with a callback is about to be sent. */
    synchronized void begin(Flight flight) {
        flight.state = State.SENT;
        Uiid.Request key = key(flight);
        open.put(key, flight);
        numbers(key).sent.set(flight.number);
    }

    /** The request was acknowledged. Whether the flight is over with that: it was called back before. */
    synchronized boolean acknowledge(Flight flight) {
        if (flight.state == State.CALLED) {
            end(flight);
            return true;
        }
        if (flight.state == State.SENT) {
            flight.state = State.ACKNOWLEDGED;
        }
        return false;
    }

    /** Whether it waits for nothing but its callback and is given up now. */
    synchronized boolean giveUp(Flight flight) {
        if (flight.state != State.ACKNOWLEDGED) {
            return false;
        }
        forget(flight);
        return true;
    }

    /** It has ended without its callback. */
    synchronized void forget(Flight flight) {
        flight.state = State.OVER;
        open.remove(key(flight), flight);
    }

    /**
     * A callback came.
     *
     * @param request to which it relates; {@code null}: to none of this workload
     * @return the flight that is over with it; null when there is none
     */
    synchronized Flight call(Uiid.Request request, Call call) {
        Flight flight = request == null ? null : open.get(request);
        if (flight != null && !flight.callback.path().equals(call.path())) {
            foreign++;
            return null;
        }
        if (flight == null || flight.state == State.CALLED) {
            unwanted(request);
            return null;
        }
        taken++;
        numbers(request).answered.set(request.number());
        flight.call = call;
        if (flight.state == State.SENT) {
            flight.state = State.CALLED;
            return null;
        }
        end(flight);
        return flight;
    }

    private void unwanted(Uiid.Request request) {
        Numbers known = request == null ? null : all.get(new Sender(request.client(), request.lap()));
        if (known == null || !known.sent.get(request.number())) {
            foreign++;
        } else if (known.answered.get(request.number())) {
            repeated++;
        } else {
            late++;
        }
    }

    /** The flight that waits for the callback of a request; null when there is none. */
    synchronized Flight find(Uiid.Request request) {
        return request == null ? null : open.get(request);
    }

    /** Something came that says nothing that could be understood. */
    synchronized void malformed() {
        malformed++;
    }

    /** Somebody called and could not be let in. */
    synchronized void notAccepted() {
        notAccepted++;
    }

    private void end(Flight flight) {
        forget(flight);
        Call call = flight.call;
        flight.bytesIn += call.bytes();
        flight.end(call.outcome(), call.detail(), call.atNs());
    }

    /** Whether a request with that identifier was sent. */
    synchronized boolean knows(Uiid.Request request) {
        Numbers known = request == null ? null : all.get(new Sender(request.client(), request.lap()));
        return known != null && known.sent.get(request.number());
    }

    /** What came so far. */
    synchronized LoadRecord.Callbacks counts() {
        return new LoadRecord.Callbacks(taken, late, repeated, foreign, malformed, notAccepted);
    }
}
