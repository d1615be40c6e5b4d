package io.soabench.agent.protocol;

import java.util.Locale;
import java.util.Optional;

/**
 * A reason to stop the servers of a host, as data that a host can send. Each driver reports it to its user with the same {@link #sentence}.
 *
 * @param code kind of finding
 * @param where the folder or file
 * @param server the server that caused it, or the one with the largest folder; {@code null} when there is none
 * @param limitBytes the greatest size, or the least free space; 0 for a finding without a limit
 * @param leftBytes free space of the disk; 0 for a finding about something else
 * @param detail message of a plug-in or of the system; empty when there is none
 */
public record Finding(Code code, String where, Use server, long limitBytes, long leftBytes, String detail) {

    /** The kinds of findings. */
    public enum Code {
        /** A server has written more into its work folder than is allowed. */
        WORK_LIMIT,
        /** The disk would soon be full. */
        DISK_NEARLY_FULL,
        /** A metric source fails. */
        METRIC_FAILS,
        /** A file of the run record cannot be written. */
        NOT_WRITTEN,
        /** The host itself fails to watch its processes. */
        NOT_WATCHED
    }

    /**
     * The size of a server's folder.
     *
     * @param largest path of its largest file within that folder; {@code null} when it is empty
     */
    public record Use(String server, long bytes, String largest, long largestBytes) {

        private String words(String verb) {
            return server + " " + verb + " " + mib(bytes)
                    + (largest == null ? "" : ", of which " + largest + " " + mib(largestBytes));
        }
    }

    /** Returns the finding that a server has written too much. */
    public static Finding workLimit(Use server, long limitBytes) {
        return new Finding(Code.WORK_LIMIT, "", server, limitBytes, 0, "");
    }

    /** Returns the finding that little is left of a disk; {@code largest} is {@code null} when there is no server. */
    public static Finding diskNearlyFull(String where, Use largest, long leftBytes) {
        return new Finding(Code.DISK_NEARLY_FULL, where, largest, 0, leftBytes, "");
    }

    /** Returns the finding that metrics of a server cannot be observed. */
    public static Finding metricFails(String metrics, String server, String why) {
        return new Finding(Code.METRIC_FAILS, metrics, new Use(server, 0, null, 0), 0, 0, why);
    }

    /** Returns the finding that a file cannot be written. */
    public static Finding notWritten(String file, String why) {
        return new Finding(Code.NOT_WRITTEN, file, null, 0, 0, why);
    }

    /** Returns the finding that the processes of a host cannot be watched. */
    public static Finding notWatched(String why) {
        return new Finding(Code.NOT_WATCHED, "", null, 0, 0, why);
    }

    /** Returns a copy with another name of the place, for a reader on another machine. */
    public Finding at(String place) {
        return new Finding(code, place, server, limitBytes, leftBytes, detail);
    }

    /** Returns the sentence for the user: finding, place and remedy. */
    public String sentence() {
        return switch (code) {
            case WORK_LIMIT ->
                "server " + server.words("was stopped: its work folder holds") + ", and at most " + mib(limitBytes)
                        + " are allowed; make it write less, or raise soabench.workLimit";
            case DISK_NEARLY_FULL ->
                "the servers were stopped before the disk of " + where + " is full: " + mib(leftBytes) + " are left"
                        + Optional.ofNullable(server)
                                .map(use -> "; the work folder of server " + use.words("holds"))
                                .orElse("")
                        + "; make room and resume the run";
            case METRIC_FAILS ->
                "metrics " + where + " of " + server.server() + " cannot be observed: " + detail
                        + "; remove the metric or mend its plug-in";
            case NOT_WRITTEN -> "cannot write " + where + ": " + detail;
            case NOT_WATCHED -> "the processes of a host cannot be watched: " + detail + "; please report this";
        };
    }

    /** Returns a number of bytes as text with a unit. */
    public static String mib(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
    }
}
