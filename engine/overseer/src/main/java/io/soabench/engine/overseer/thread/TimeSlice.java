package io.soabench.engine.overseer.thread;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/**
 * The length of the time slice that the calling thread asks for when others wait. The thread gets no more and no less
 * of the processor for it. But a woken thread with a short slice need not wait until a thread with a longer slice has
 * used its own. Linux 6.12 and later; needs no right. New threads inherit the slice of the thread that starts them.
 *
 * <p>Thread-safe. Cost: three system calls, some microseconds.
 *
 * <p>Source: sched_setattr(2); the kernel's {@code sched_attr.sched_runtime} of ordinary threads and its scheduler feature {@code
 * PREEMPT_SHORT}.
 */
public final class TimeSlice {

    /** The kernel takes none that is shorter. */
    public static final Duration SHORTEST = Duration.ofNanos(100_000);

    /** The kernel takes none that is longer. */
    public static final Duration LONGEST = Duration.ofMillis(100);

    private static final int OTHER = 0;
    private static final int BATCH = 3;

    /** Places in {@code struct sched_attr}. */
    private static final int POLICY = 4;

    private static final int RUNTIME = 24;

    private TimeSlice() {}

    /**
     * Asks for a time slice; policy and niceness stay unchanged.
     *
     * @throws IllegalArgumentException when it is not from {@link #SHORTEST} to {@link #LONGEST}
     * @throws NotAvailableException when the system has no such slices, the thread may not set one, or is a real-time thread
     */
    public static void set(Duration slice) {
        if (slice.compareTo(SHORTEST) < 0 || slice.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a slice is from " + SHORTEST + " to " + LONGEST + ", not " + slice);
        }
        byte[] attributes = read();
        ByteBuffer fields = fields(attributes);
        int policy = fields.getInt(POLICY);
        if (policy != OTHER && policy != BATCH) {
            throw new NotAvailableException(
                    Availability.unsupported("this thread has the scheduling policy " + policy + ", without slices"));
        }
        fields.putLong(RUNTIME, slice.toNanos());
        int result = Linux.schedSetAttributes(0, attributes);
        if (result < 0) {
            throw refused(-result);
        }
        // Older kernels accept the value and ignore it.
        if (fields(read()).getLong(RUNTIME) != slice.toNanos()) {
            throw new NotAvailableException(
                    Availability.unsupported("this kernel has no slices of single threads; Linux 6.12 has"));
        }
    }

    /** Returns the time slice of the calling thread; zero where the kernel does not report it. */
    public static Duration get() {
        return Duration.ofNanos(fields(read()).getLong(RUNTIME));
    }

    private static byte[] read() {
        byte[] attributes = Linux.schedulingAttributes();
        int result = Linux.schedGetAttributes(0, attributes);
        if (result < 0) {
            throw refused(-result);
        }
        return attributes;
    }

    private static ByteBuffer fields(byte[] attributes) {
        return ByteBuffer.wrap(attributes).order(ByteOrder.nativeOrder());
    }

    private static NotAvailableException refused(int error) {
        String call = "the slice of this thread: " + Errno.name(error);
        return new NotAvailableException(
                error == Errno.EPERM || error == Errno.EACCES
                        ? Availability.denied(call)
                        : Availability.unsupported(call));
    }
}
