package io.soabench.engine.runtime.handover;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The owner of an object and the messages that came for it during the ownership, in one word of memory.
 *
 * <p>Assumptions: any number of threads call {@link #take} and {@link #put}. Only the owner calls {@link #drain} and
 * {@link #release}.
 *
 * <p>Guarantees: there is at most one owner. Messages of one thread come out in their order. No message is left when
 * the owner releases. The actions of an owner happen before those of the next one. Progress: lock-free; no thread
 * waits.
 *
 * <p>Cost: an object without owner takes one word and no allocation.
 *
 * @param <E> the type of messages
 */
public final class Mailbox<E> {
    private static final VarHandle NEWEST;
    private static final Entry<?> NOTHING = new Entry<>(null);

    static {
        try {
            NEWEST = MethodHandles.lookup().findVarHandle(Mailbox.class, "newest", Entry.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Null without an owner; {@link #NOTHING} while there is an owner and no message; else the newest message, linked
     * to the older ones.
     */
    private volatile Entry<E> newest;

    /**
     * A message that came.
     *
     * @param <E> the type of its content
     */
    public static final class Entry<E> {
        private final E content;
        private Entry<E> next;

        private Entry(E content) {
            this.content = content;
        }

        /** Returns the content. */
        public E content() {
            return content;
        }

        /** Returns the message that came after this one; null when it is the last. */
        public Entry<E> next() {
            return next;
        }
    }

    @SuppressWarnings("unchecked") // The marker has no content.
    private Entry<E> nothing() {
        return (Entry<E>) NOTHING;
    }

    /**
     * Makes the caller the owner if there is none; from any thread.
     *
     * @return whether the caller is the owner now
     */
    public boolean take() {
        return newest == null && NEWEST.compareAndSet(this, null, nothing());
    }

    /**
     * Puts a message in; from any thread.
     *
     * @return true when there was no owner: the caller is the owner now, and has to handle the message that it put in
     */
    public boolean put(E content) {
        Entry<E> entry = new Entry<>(content);
        while (true) {
            Entry<E> before = newest;
            entry.next = before == null ? nothing() : before;
            if (NEWEST.compareAndSet(this, before, entry)) {
                return before == null;
            }
        }
    }

    /**
     * Takes out all messages, the oldest first; null when there are none. Only the owner calls it, and stays the owner.
     */
    public Entry<E> drain() {
        if (newest == NOTHING) {
            return null;
        }
        @SuppressWarnings("unchecked")
        Entry<E> entry = (Entry<E>) NEWEST.getAndSet(this, nothing());
        Entry<E> oldest = null;
        while (entry != NOTHING) {
            Entry<E> earlier = entry.next;
            entry.next = oldest;
            oldest = entry;
            entry = earlier;
        }
        return oldest;
    }

    /**
     * Releases the ownership unless a message has come; for the owner.
     *
     * @return false when a message has come: the caller is still the owner
     */
    public boolean release() {
        return newest == NOTHING && NEWEST.compareAndSet(this, nothing(), null);
    }
}
