package io.soabench.analyzer.queueing;

import java.util.List;

/**
 * The measurements of one engine under one workload. Times in seconds, rates a second.
 *
 * @param clients of a closed workload; 0 of an open one
 * @param thinkS mean think time of a closed one; NaN of an open one
 * @param offeredPerS arrivals of an open one; NaN of a closed one
 * @param perS completions
 * @param responseS mean response time; NaN when it is a least value, because the engine did not keep up
 * @param partnersS mean time that an engine which needs none itself would wait for its partners; NaN when unknown
 * @param uses its repetitions; empty when processor time is unknown
 */
public record MeasuredLoad(
        String workload,
        int clients,
        double thinkS,
        double offeredPerS,
        double perS,
        double responseS,
        double partnersS,
        List<ProcessorDemand.Use> uses) {

    /** Returns whether clients wait for answers before they ask again. */
    boolean closed() {
        return clients > 0;
    }

    /** Returns whether its response times are known. */
    boolean keptUp() {
        return !Double.isNaN(responseS);
    }

    /** Returns the requests a second that an engine without own time would get; loads are ordered by them. */
    double wantedPerS() {
        return closed() ? clients / (thinkS + (Double.isNaN(partnersS) ? 0 : partnersS)) : offeredPerS;
    }

    /** Returns the state of the network under this load. */
    QueueingNetwork.State under(QueueingNetwork network) {
        return closed() ? network.closed(clients, thinkS) : network.open(offeredPerS);
    }

    /** Returns the load itself: clients, or requests a second. */
    double load() {
        return closed() ? clients : offeredPerS;
    }

    /** Returns its unit. */
    String unit() {
        return closed() ? "clients" : "/s";
    }

    /** Returns the same kind of load, multiplied; the number of clients stays whole. */
    MeasuredLoad times(double factor) {
        return new MeasuredLoad(
                "",
                closed() ? (int) Math.round(clients * factor) : 0,
                thinkS,
                offeredPerS * factor,
                Double.NaN,
                Double.NaN,
                partnersS,
                List.of());
    }
}
