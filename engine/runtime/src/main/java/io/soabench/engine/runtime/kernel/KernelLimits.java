package io.soabench.engine.runtime.kernel;

/**
 * What instances may take. Bytes are estimated, see {@link io.soabench.engine.runtime.xml.Element#weight()}.
 *
 * @param instances instances at once
 * @param activities activities of one instance that have begun or wait to begin, at once
 * @param valueBytes bytes of a value that an assignment or expression makes
 * @param instanceBytes bytes of messages that wait at one instance for an activity that takes them
 * @param messageBytes bytes of the messages that started the instances which run, and of those that wait at instances
 */
public record KernelLimits(int instances, int activities, int valueBytes, long instanceBytes, long messageBytes) {
    private static final long HEAP = Runtime.getRuntime().maxMemory();
    private static final int MIB = 1024 * 1024;

    /**
     * 100,000 instances of 10,000 activities; an eighth of the heap and at most 64 MiB for a value, a sixteenth of it for
     * messages that wait at an instance, a quarter of it for all messages.
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

    /** The same with another number of instances. */
    public KernelLimits withInstances(int most) {
        return new KernelLimits(most, activities, valueBytes, instanceBytes, messageBytes);
    }
}
