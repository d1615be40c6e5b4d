package io.soabench.engine.runtime.kernel;

/**
 * The limits of instances. Bytes are estimates, see {@link io.soabench.engine.runtime.xml.Element#weight()}.
 *
 * @param instances the number of instances at the same time
 * @param activities the number of activities of one instance that have begun or wait to begin
 * @param valueBytes the bytes of one value that an assignment or an expression creates
 * @param instanceBytes the bytes of messages that wait at one instance for an activity
 * @param messageBytes the bytes that all instances together may hold when another one is started; see {@link
 *     #waitingBytes} and {@link #runningBytes} for the limits that follow from it
 */
public record KernelLimits(int instances, int activities, int valueBytes, long instanceBytes, long messageBytes) {
    private static final long HEAP = Runtime.getRuntime().maxMemory();
    private static final int MIB = 1024 * 1024;

    /**
     * The default limits: 100,000 instances of 10,000 activities. A value may take an eighth of the heap, at most 64
     * MiB. Messages that wait at one instance may take a sixteenth. All instances may hold a quarter when another one
     * is started.
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

    /**
     * Returns the limit for messages that wait for instances, in bytes: half of the limit for starts. It is counted
     * apart.
     */
    public long waitingBytes() {
        return messageBytes / 2;
    }

    /**
     * Returns the limit for answers of partners and for values of running instances, in bytes. It is one and a half
     * times the limit for starts, so that instances that have started can go on.
     */
    public long runningBytes() {
        long half = messageBytes / 2;
        return messageBytes > Long.MAX_VALUE - half ? Long.MAX_VALUE : messageBytes + half;
    }

    /** Returns the same limits with another number of instances. */
    public KernelLimits withInstances(int most) {
        return new KernelLimits(most, activities, valueBytes, instanceBytes, messageBytes);
    }
}
