package io.soabench.engine.server.monitor;

import java.util.OptionalLong;

/**
 * A number observed at one moment. Immutable.
 *
 * @param replica the number of the replica; 0 for measures that all replicas of the process share
 * @param subject the observed thing: {@code memory}, {@code gc:<collector>}, {@code process}, {@code thread:<name>},
 *     {@code stage:<name>}, {@code pool:<name>}
 * @param measure the measure of the thing
 * @param unit {@code bytes}, {@code ns}, {@code ms} or {@code count}
 * @param value the number; absent if it is unknown
 * @param note the reason why it is unknown; empty if it is known
 */
public record Sample(int replica, String subject, String measure, String unit, OptionalLong value, String note) {
    /** Returns a known number. */
    public static Sample of(int replica, String subject, String measure, String unit, long value) {
        return new Sample(replica, subject, measure, unit, OptionalLong.of(value), "");
    }

    /** Returns an unknown number with the reason. */
    public static Sample none(int replica, String subject, String measure, String unit, String why) {
        return new Sample(replica, subject, measure, unit, OptionalLong.empty(), why);
    }

    /** Returns a line of {@link MonitorFile}, without its end. */
    String line(long epochMs) {
        return epochMs + "," + replica + "," + quoted(subject) + "," + quoted(measure) + "," + unit + ","
                + (value.isPresent() ? Long.toString(value.getAsLong()) : "") + "," + quoted(note);
    }

    /** Quotes a text by RFC 4180, section 2. */
    private static String quoted(String text) {
        return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
