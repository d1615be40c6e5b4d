package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A rendezvous of messages that may start the same instance, so that concurrent messages with equal correlation values start a
 * single one (WS-BPEL 2.0, section 9.2: start activities that share a correlation set by {@code join}). The first message opens a
 * meeting at its correlation values. Others with one of these values wait until the instance has taken the first message, so that
 * they find it, or until it has ended. Messages without such values never come here. Thread-safe.
 */
final class StartRendezvous {
    private final Map<Router.Key, Reservation> reservations = new HashMap<>();

    /** The messages that wait for an instance which another message starts. */
    final class Reservation {
        private final List<Router.Key> keys;
        private final List<WaitingMessage> waiting = new ArrayList<>(0);
        private boolean hasEnded;

        private Reservation(List<Router.Key> keys) {
            this.keys = keys;
        }

        /**
         * Ends the meeting, once: the instance has taken its first message, has ended, or never starts. Thread-safe; waiting messages may be
         * delivered to it.
         */
        void end() {
            synchronized (reservations) {
                if (hasEnded) {
                    return;
                }
                hasEnded = true;
                close();
            }
            // Nobody joins it any more.
            for (int i = 0; i < waiting.size(); i++) {
                WaitingMessage message = waiting.get(i);
                message.acceptAgain(message.round());
            }
        }

        private void close() {
            for (int i = 0; i < keys.size(); i++) {
                reservations.remove(keys.get(i), this);
            }
        }
    }

    /**
     * Opens a meeting, or lets a message wait where there is one.
     *
     * @param keys the values of the message
     * @return null when the message waits
     */
    Reservation reserve(List<Router.Key> keys, WaitingMessage message) {
        synchronized (reservations) {
            for (Router.Key key : keys) {
                Reservation reservation = reservations.get(key);
                if (reservation != null) {
                    reservation.waiting.add(message);
                    return null;
                }
            }
            Reservation reservation = new Reservation(keys);
            boolean isOpen = false;
            try {
                keys.forEach(key -> reservations.put(key, reservation));
                isOpen = true;
            } finally {
                if (!isOpen) {
                    reservation.close();
                }
            }
            return reservation;
        }
    }
}
