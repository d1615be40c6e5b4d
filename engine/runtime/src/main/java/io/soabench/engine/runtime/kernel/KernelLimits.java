package io.soabench.engine.runtime.kernel;

/**
 * The limits of what instances may take. Bytes are estimated, see {@link
 * io.soabench.engine.runtime.xml.Element#weight()}.
 *
 * @param instances instances at once
 * @param activities activities of one instance that have begun or wait to begin, at once
 * @param valueBytes bytes of a value that an assignment or expression makes
 * @param instanceBytes bytes of messages that wait at one instance for an activity that takes them
 * @param messageBytes bytes that all instances may hold for another one to be started; see {@link #waitingBytes} and {@link #runningBytes}
 */
public record KernelLimits(int instances, int activities, int valueBytes, long instanceBytes, long messageBytes) {
    private static final long HEAP = Runtime.getRuntime().maxMemory();
    private static final int MIB = 1024 * 1024;

    /**
     * 100,000 instances of 10,000 activities; an eighth of the heap and at most 64 MiB for a value, a sixteenth of it for
     * messages that wait at an instance, a quarter of it for all that instances hold when another one is started.
     */
    public static final KernelLimits DEFAULT = new KernelLimits(
            100_000, 10_000, (int) Math.max(MIB, Math.min(64L * MIB, HEAP / 8)), Math.max(MIB, HEAP / 16), HEAP / 4);

    /** Rejects limits below 1. */
    public KernelLimits {
        if (instances < 1 || activities < 1 || valueBytes < 1 || instanceBytes < 1 || messageBytes < 1) {
            throw new IllegalArgumentException(
                    "limits start at 1: instances=" + instances + " activities=" + activities + " valueBytes="
                            + valueBytes + " instanceBytes=" + instanceBytes + " messageBytes=" + messageBytes);
        }
    }

    /** Bytes of messages that may wait for instances: half of what instances may hold, and beside it. */
    public long waitingBytes() {
        return messageBytes / 2;
    }

    /**
     * Bytes that all instances may hold for those that run to hold more, by answers of partners and values that they make: half as
     * much again as for another instance, so that what was let in can go on.
     */
    public long runningBytes() {
        long half = messageBytes / 2;
        return messageBytes > Long.MAX_VALUE - half ? Long.MAX_VALUE : messageBytes + half;
    }

    /** The same with another number of instances. */
    public KernelLimits withInstances(int most) {
        return new KernelLimits(most, activities, valueBytes, instanceBytes, messageBytes);
    }
}
