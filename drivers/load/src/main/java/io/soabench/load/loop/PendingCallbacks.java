package io.soabench.load.loop;

import io.soabench.load.text.Uiid;
import io.soabench.plan.LoadRecord;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The requests that are answered by a callback. Such a request is over when it was acknowledged and its callback is there, whichever comes
 * first; it ends at the instant of the callback. For each request one bit marks that it was sent and one that it was answered. They separate
 * late callbacks from foreign ones. Safe for use by both threads; each method takes a few instructions, and never another lock.
 */
final class PendingCallbacks {

    /** A simulated client, or all arrivals, in one lap of the trace. */
    private record Sender(int client, int lap) {}

    private static final class Numbers {

        private final BitSet sent = new BitSet();
        private final BitSet answered = new BitSet();
    }

    private final Map<Uiid.Request, InFlightRequest> open = new HashMap<>();
    private final Map<Sender, Numbers> all = new HashMap<>();
    private long taken;
    private long late;
    private long repeated;
    private long foreign;
    private long malformed;
    private long notAccepted;

    private static Uiid.Request key(InFlightRequest inFlight) {
        return new Uiid.Request(inFlight.client, inFlight.number, inFlight.lap);
    }

    private Numbers numbers(Uiid.Request request) {
        return all.computeIfAbsent(new Sender(request.client(), request.lap()), any -> new Numbers());
    }

    /** Registers a request with a callback that is about to be sent. */
    synchronized void begin(InFlightRequest inFlight) {
        inFlight.state = CallbackState.SENT;
        Uiid.Request key = key(inFlight);
        open.put(key, inFlight);
        numbers(key).sent.set(inFlight.number);
    }

    /** Notes that the request was acknowledged; returns whether it is over, because its callback came before. */
    synchronized boolean acknowledge(InFlightRequest inFlight) {
        if (inFlight.state == CallbackState.CALLED) {
            end(inFlight);
            return true;
        }
        if (inFlight.state == CallbackState.SENT) {
            inFlight.state = CallbackState.ACKNOWLEDGED;
        }
        return false;
    }

    /** Returns whether it waits for nothing but its callback and is given up now. */
    synchronized boolean giveUp(InFlightRequest inFlight) {
        if (inFlight.state != CallbackState.ACKNOWLEDGED) {
            return false;
        }
        forget(inFlight);
        return true;
    }

    /** Forgets a request that has ended without its callback. */
    synchronized void forget(InFlightRequest inFlight) {
        inFlight.state = CallbackState.OVER;
        open.remove(key(inFlight), inFlight);
    }

    /**
     * Takes a callback that came.
     *
     * @param request to which it relates; {@code null}: to none of this workload
     * @return the request that is over with it; null when there is none
     */
    synchronized InFlightRequest call(Uiid.Request request, ReceivedCallback call) {
        InFlightRequest inFlight = request == null ? null : open.get(request);
        if (inFlight != null && !inFlight.callback.path().equals(call.path())) {
            foreign++;
            return null;
        }
        if (inFlight == null || inFlight.state == CallbackState.CALLED) {
            unwanted(request);
            return null;
        }
        taken++;
        numbers(request).answered.set(request.number());
        inFlight.call = call;
        if (inFlight.state == CallbackState.SENT) {
            inFlight.state = CallbackState.CALLED;
            return null;
        }
        end(inFlight);
        return inFlight;
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

    /** Returns the request that waits for the callback of a request; null when there is none. */
    synchronized InFlightRequest find(Uiid.Request request) {
        return request == null ? null : open.get(request);
    }

    /** Counts a callback that could not be understood. */
    synchronized void malformed() {
        malformed++;
    }

    /** Counts a caller that could not be accepted. */
    synchronized void notAccepted() {
        notAccepted++;
    }

    private void end(InFlightRequest inFlight) {
        forget(inFlight);
        ReceivedCallback call = inFlight.call;
        inFlight.bytesIn += call.bytes();
        inFlight.end(call.outcome(), call.detail(), call.atNs());
    }

    /** Returns whether a request with that identifier was sent. */
    synchronized boolean knows(Uiid.Request request) {
        Numbers known = request == null ? null : all.get(new Sender(request.client(), request.lap()));
        return known != null && known.sent.get(request.number());
    }

    /** Returns the callbacks that came so far. */
    synchronized LoadRecord.Callbacks counts() {
        return new LoadRecord.Callbacks(taken, late, repeated, foreign, malformed, notAccepted);
    }
}
