package io.soabench.plan;

import java.util.List;
import java.util.Optional;

/**
 * The offsets of the clocks of the other hosts from that of the driver's host during a repetition: {@code clocks.json}.
 * Hosts that have the driver's clock are not listed; there is no file when there are no others.
 *
 * @param format version of this format, {@link #FORMAT}
 */
@FileFormat(version = ClockRecord.FORMAT, remedy = "measure the repetition again")
public record ClockRecord(int format, List<HostOffset> hosts) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 1;

    /**
     * The best of several exchanges with a host (Cristian, <i>Probabilistic clock synchronization</i>, 1989): the true offset lies
     * within {@code offsetNs} ± {@code errorNs}, however unequal the two ways are.
     *
     * @param atNs when, by the driver's clock
     * @param offsetNs clock of the host minus that of the driver's host
     * @param errorNs half of the shortest round trip
     */
    public record Reading(long atNs, long offsetNs, long errorNs) {}

    /**
     * One host.
     *
     * @param before the load; {@code null} when it was not measured
     * @param after the load; {@code null} when it was not measured, because the host was lost for instance
     */
    public record HostOffset(String host, Reading before, Reading after) {

        /** Returns whether there is any reading. */
        public boolean known() {
            return before != null || after != null;
        }

        /**
         * Returns the clock of the host minus that of the driver's host: the middle of the readings. The number holds for the whole repetition,
         * so that no duration changes by the correction.
         *
         * @throws IllegalStateException when nothing is {@link #known}
         */
        public long offsetNs() {
            if (before == null || after == null) {
                return only().offsetNs();
            }
            return before.offsetNs() + (after.offsetNs() - before.offsetNs()) / 2;
        }

        /** Returns how far from {@link #offsetNs} the true offset can have been at any time: error of the readings and half of the drift. */
        public long errorNs() {
            if (before == null || after == null) {
                return only().errorNs();
            }
            return Math.max(before.errorNs(), after.errorNs()) + Math.abs(after.offsetNs() - before.offsetNs()) / 2;
        }

        private Reading only() {
            if (!known()) {
                throw new IllegalStateException("the clock of host " + host + " was not measured");
            }
            return before == null ? after : before;
        }
    }

    /** Returns the host of that name if its clock is another than the driver's. */
    public Optional<HostOffset> of(String host) {
        return hosts.stream().filter(h -> h.host().equals(host)).findFirst();
    }
}
