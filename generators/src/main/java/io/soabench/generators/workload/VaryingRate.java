package io.soabench.generators.workload;

import java.util.Iterator;

/**
 * A rate of arrivals that changes over time, read once from its start. Arrivals at unit distances become arrivals at this rate by the
 * inverse of the rate's integral (Çinlar 1975, section 4.7: inversion of the mean value function). Belongs to one thread.
 */
final class VaryingRate {

    private final Iterator<LoadSegment> segments;
    private LoadSegment now;
    private double beginS;
    private double inS;

    /** Creates a rate of at least one segment. */
    VaryingRate(Iterator<LoadSegment> segments) {
        this.segments = segments;
        now = segments.next();
    }

    /** Returns the time at which so many more arrivals are expected: seconds since the start, infinite when there are never so many. */
    double advance(double arrivals) {
        double wanted = arrivals;
        while (true) {
            double left = now.expected(now.seconds()) - now.expected(inS);
            if (now.seconds() == Double.POSITIVE_INFINITY) {
                left = now.from() > 0 ? Double.POSITIVE_INFINITY : 0;
            }
            if (wanted < left) {
                inS = Math.min(now.seconds(), now.after(inS, wanted));
                return beginS + inS;
            }
            if (!segments.hasNext()) {
                return Double.POSITIVE_INFINITY;
            }
            wanted -= left;
            beginS += now.seconds();
            inS = 0;
            now = segments.next();
        }
    }
}
