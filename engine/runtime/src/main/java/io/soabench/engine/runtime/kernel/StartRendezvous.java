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
    private final Map<Router.Key, Meeting> open = new HashMap<>();

    /** The messages that wait for an instance which another message starts. */
    final class Meeting {
        private final List<Router.Key> keys;
        private final List<WaitingMessage> waiting = new ArrayList<>(0);
        private boolean isOver;

        private Meeting(List<Router.Key> keys) {
            this.keys = keys;
        }

        /**
         * Ends the meeting, once: the instance has taken its first message, has ended, or never starts. Thread-safe; waiting messages may be
         * delivered to it.
         */
        void over() {
            synchronized (open) {
                if (isOver) {
                    return;
                }
                isOver = true;
                close();
            }
            // Nobody joins it any more.
            for (int i = 0; i < waiting.size(); i++) {
                WaitingMessage message = waiting.get(i);
                message.goOn(message.round());
            }
        }

        private void close() {
            for (int i = 0; i < keys.size(); i++) {
                open.remove(keys.get(i), this);
            }
        }
    }

    /**
     * Opens a meeting, or lets a message wait where there is one.
     *
     * @param keys the values of the message
     * @return null when the message waits
     */
    Meeting meet(List<Router.Key> keys, WaitingMessage message) {
        synchronized (open) {
            for (Router.Key key : keys) {
                Meeting meeting = open.get(key);
                if (meeting != null) {
                    meeting.waiting.add(message);
                    return null;
                }
            }
            Meeting meeting = new Meeting(keys);
            boolean isOpen = false;
            try {
                keys.forEach(key -> open.put(key, meeting));
                isOpen = true;
            } finally {
                if (!isOpen) {
                    meeting.close();
                }
            }
            return meeting;
        }
    }
}
