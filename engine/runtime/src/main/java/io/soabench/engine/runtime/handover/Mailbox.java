package io.soabench.engine.runtime.handover;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The owner of an object and the messages that came for it meanwhile, in one word of memory.
 *
 * <p>Assumes any number of threads that put, and that only the owner calls {@link #drain} and {@link #release}. Guarantees that
 * there is one owner at most, that what one thread puts comes out in that order, that nothing is left behind when the owner
 * releases, and that what an owner did happened before the next owner takes over. Progress: lock-free; nobody waits. Something
 * free takes one word and no allocation.
 *
 * @param <E> what comes
 */
public final class Mailbox<E> {
    private static final VarHandle NEWEST;
    private static final Mail<?> NOTHING = new Mail<>(null);

    static {
        try {
            NEWEST = MethodHandles.lookup().findVarHandle(Mailbox.class, "newest", Mail.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Null while nobody owns it, {@link #NOTHING} while somebody does, else what came last, before it what came earlier. */
    private volatile Mail<E> newest;

    /**
     * Something that came.
     *
     * @param <E> what comes
     */
    public static final class Mail<E> {
        private final E content;
        private Mail<E> next;

        private Mail(E content) {
            this.content = content;
        }

        /** What came. */
        public E content() {
            return content;
        }

        /** What came after it; null when it is the last. */
        public Mail<E> next() {
            return next;
        }
    }

    @SuppressWarnings("unchecked") // It has no content.
    private Mail<E> nothing() {
        return (Mail<E>) NOTHING;
    }

    /**
     * Makes the caller the owner if nobody is; from any thread.
     *
     * @return whether the caller is the owner now
     */
    public boolean take() {
        return newest == null && NEWEST.compareAndSet(this, null, nothing());
    }

    /**
     * Puts something in; from any thread.
     *
     * @return true when nobody was the owner: the caller is now, and has to see to it that what it put in is taken care of
     */
    public boolean put(E content) {
        Mail<E> mail = new Mail<>(content);
        while (true) {
            Mail<E> before = newest;
            mail.next = before == null ? nothing() : before;
            if (NEWEST.compareAndSet(this, before, mail)) {
                return before == null;
            }
        }
    }

    /** Takes out everything that came, the oldest first; null when nothing did. For the owner, who stays the owner. */
    public Mail<E> drain() {
        if (newest == NOTHING) {
            return null;
        }
        @SuppressWarnings("unchecked")
        Mail<E> mail = (Mail<E>) NEWEST.getAndSet(this, nothing());
        Mail<E> oldest = null;
        while (mail != NOTHING) {
            Mail<E> earlier = mail.next;
            mail.next = oldest;
            oldest = mail;
            mail = earlier;
        }
        return oldest;
    }

    /**
     * Gives ownership back unless something has come; for the owner.
     *
     * @return false when something has come: the caller is still the owner
     */
    public boolean release() {
        return newest == NOTHING && NEWEST.compareAndSet(this, nothing(), null);
    }
}
