package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The reservations of correlation values by messages that start instances. Of messages with equal values that arrive
 * together, only one starts an instance (WS-BPEL 2.0, section 9.2: start activities that share a correlation set by
 * {@code join}).
 *
 * <p>The first message reserves its correlation values. Other messages with one of these values wait until the instance
 * has taken the first message and can be found, or has ended. Messages without such values make no reservations.
 *
 * <p>Thread-safe by one lock, which is held for a few look-ups.
 */
final class StartRendezvous {
    private final Map<Router.Key, Reservation> reservations = new HashMap<>();

    /**
     * A reservation of correlation values by the message that starts an instance, and the messages that wait for that
     * instance.
     */
    final class Reservation {
        private final List<Router.Key> keys;
        private final List<WaitingMessage> waiting = new ArrayList<>(0);
        private boolean hasEnded;

        private Reservation(List<Router.Key> keys) {
            this.keys = keys;
        }

        /**
         * Ends the reservation, once: the instance has taken its first message, has ended, or never starts. Messages
         * that wait are offered to the kernel again. Thread-safe.
         */
        void end() {
            synchronized (reservations) {
                if (hasEnded) {
                    return;
                }
                hasEnded = true;
                close();
            }
            // No message is added any more.
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
     * Reserves the values of a message, or lets the message wait for an earlier reservation.
     *
     * @param keys the values of the message
     * @return the reservation; null when the message waits
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
