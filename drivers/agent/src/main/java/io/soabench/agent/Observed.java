package io.soabench.agent;

/** A process whose metrics are observed, with all that descend from it. Asked by the observer's thread. */
public interface Observed {

    /** Name of the server or load client in the run record. */
    String name();

    /** Its process. */
    long pid();

    /** Whether it runs. */
    boolean runs();

    /** Whether it is ending: it may look alive a moment longer, but need not be observed any more. */
    boolean isEnding();
}
