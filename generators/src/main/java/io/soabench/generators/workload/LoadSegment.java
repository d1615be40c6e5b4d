package io.soabench.generators.workload;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A segment of a load over time, in which the load is constant, or rises or falls evenly. The load is in arrivals a second, or in clients.
 *
 * @param name for readers of a report
 * @param seconds its length; infinite only where the load is constant
 * @param from load at its start
 * @param to load at its end
 */
public record LoadSegment(String name, double seconds, double from, double to) {

    /** Returns the mean number of arrivals in its first seconds. */
    double expected(double first) {
        double t = Math.min(first, seconds);
        return t * (from + (rate(t) - from) / 2);
    }

    /** Returns the rate at a time after its start. */
    public double rate(double t) {
        return from == to ? from : from + (to - from) * t / seconds;
    }

    /**
     * Returns the time at which so many more arrivals are expected.
     *
     * @param since seconds after its start from which on they count
     * @param arrivals at most those that are left
     * @return seconds after its start
     */
    double after(double since, double arrivals) {
        double rate = rate(since);
        if (from == to) {
            return since + arrivals / rate;
        }
        // The root of rate·t + slope/2·t² = arrivals that needs no difference of nearly equal numbers.
        double root = Math.sqrt(Math.max(0, rate * rate + 2 * (to - from) / seconds * arrivals));
        return since + 2 * arrivals / (rate + root);
    }

    /** Returns the segments of the first seconds, the last one cut off. */
    public static List<LoadSegment> first(Iterator<LoadSegment> segments, double seconds) {
        List<LoadSegment> first = new ArrayList<>();
        double left = seconds;
        while (left > 0 && segments.hasNext()) {
            LoadSegment each = segments.next();
            double length = Math.min(left, each.seconds());
            first.add(new LoadSegment(each.name(), length, each.from(), each.rate(length)));
            left -= length;
        }
        return first;
    }

    /**
     * Returns two rates at the same time, divided wherever one of them changes.
     *
     * @param a segments that last as long as the others
     * @param prefix of the names of the others
     */
    static List<LoadSegment> together(List<LoadSegment> a, List<LoadSegment> b, String prefix) {
        List<LoadSegment> all = new ArrayList<>();
        int i = 0;
        int j = 0;
        double inA = 0;
        double inB = 0;
        while (i < a.size() && j < b.size()) {
            LoadSegment one = a.get(i);
            LoadSegment other = b.get(j);
            double leftA = one.seconds() - inA;
            double leftB = other.seconds() - inB;
            double length = Math.min(leftA, leftB);
            if (length > 0) {
                all.add(new LoadSegment(
                        (one.name().isEmpty() ? "" : one.name() + " + ") + prefix + other.name(),
                        length,
                        one.rate(inA) + other.rate(inB),
                        one.rate(inA + length) + other.rate(inB + length)));
            }
            inA = leftA <= length ? 0 : inA + length;
            inB = leftB <= length ? 0 : inB + length;
            i += leftA <= length ? 1 : 0;
            j += leftB <= length ? 1 : 0;
        }
        return all;
    }
}
