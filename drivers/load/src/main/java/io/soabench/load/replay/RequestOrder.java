package io.soabench.load.replay;

/** The order in which requests are sent: those of one closed client, or all arrivals of an open workload. */
public interface RequestOrder {

    /**
     * Returns the next request.
     *
     * @param turn receives it
     * @param lastEndNs end of the client's last request; before the first one, the start of the warm-up
     * @param table the phases as they are now
     * @return false when nothing is left
     */
    boolean next(NextRequest turn, long lastEndNs, ReplaySchedule table);

    /**
     * Corrects a turn that was not sent yet after the phases have changed: its time, or another request in its place.
     *
     * @param table the phases as they are now
     * @return false when nothing is left
     */
    boolean renew(NextRequest turn, ReplaySchedule table);
}
