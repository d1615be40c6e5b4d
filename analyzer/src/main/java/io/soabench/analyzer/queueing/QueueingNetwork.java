package io.soabench.analyzer.queueing;

/**
 * A network of a host with a queue for its processors, and a delay for everything else, which no load lengthens: partners and the network.
 * Several processors are modelled as one that is as fast as all of them together. A delay stands for the rest of the demand (Seidmann,
 * Schweitzer and Shalev-Oren, "Computerized closed queueing network models of flexible manufacturing systems", 1987). Times in seconds,
 * rates a second.
 *
 * @param processors of the host
 * @param background of them that are busy without any request, less than all
 * @param demandS processor time of a request, above 0
 * @param delayS time that a request waits elsewhere
 */
public record QueueingNetwork(double processors, double background, double demandS, double delayS) {

    /**
     * The state of the network under a load.
     *
     * @param perS completions a second
     * @param responseS mean response time; infinite when the load is beyond the capacity
     * @param utilisation of the processors, 0 to 1
     */
    public record State(double perS, double responseS, double utilisation) {}

    /** Returns the maximum number of completions a second. */
    public double capacity() {
        return (processors - background) / demandS;
    }

    /** Returns the time that a request needs the remaining processors, as if they were one. */
    private double queuedS() {
        return 1 / capacity();
    }

    /** Returns the time of a request without waiting for others, without its part in the queue. */
    private double unqueuedS() {
        return delayS + Math.max(0, demandS - queuedS());
    }

    /**
     * Returns the state under clients that think and ask in turn, by exact mean value analysis (Reiser and Lavenberg, "Mean-value analysis
     * of closed multichain queuing networks", 1980).
     *
     * @param clients at least 1
     * @param thinkS mean time from an answer to the next request
     */
    public State closed(int clients, double thinkS) {
        double waiting = 0;
        double perS = 0;
        double responseS = 0;
        for (int n = 1; n <= clients; n++) {
            double inQueueS = queuedS() * (1 + waiting);
            responseS = inQueueS + unqueuedS();
            perS = n / (responseS + thinkS);
            waiting = perS * inQueueS;
        }
        return new State(perS, responseS, utilisation(perS));
    }

    /**
     * Returns the state under arrivals that do not wait for answers (an open network, Jackson 1957).
     *
     * @param perS arrivals a second
     */
    public State open(double perS) {
        double share = perS / capacity();
        return share >= 1
                ? new State(capacity(), Double.POSITIVE_INFINITY, 1)
                : new State(perS, queuedS() / (1 - share) + unqueuedS(), utilisation(perS));
    }

    private double utilisation(double perS) {
        return Math.min(1, (background + perS * demandS) / processors);
    }

    /** Returns the same network with another demand. */
    QueueingNetwork demanding(double seconds) {
        return new QueueingNetwork(processors, background, seconds, delayS);
    }

    /** Returns the same network with another delay. */
    QueueingNetwork delaying(double seconds) {
        return new QueueingNetwork(processors, background, demandS, seconds);
    }
}
