package io.soabench.local;

/**
 * What can be set about the local driver.
 *
 * @param minFreeBytes free space that the disk of the run folder must have before a repetition
 * @param sampleMs interval between two observations of the metrics
 * @param leadMs how far ahead the common start of the load clients is set
 * @param loadHeapMiB largest Java heap of a load client
 */
public record Settings(long minFreeBytes, long sampleMs, long leadMs, int loadHeapMiB) {

    /** 200 MiB of free disk, one observation a second, start half a second ahead, 512 MiB a load client. */
    public static final Settings STANDARD = new Settings(200L << 20, 1000, 500, 512);
}
