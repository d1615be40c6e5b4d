package io.soabench.agent;

/** A process whose metrics are observed, with all that descend from it. Asked by the observer's thread. */
public interface ObservedProcess {

    /** Returns the name of the server or load client in the run record. */
    String name();

    /** Returns the operating system's process. */
    long pid();

    /** Returns whether it runs. */
    boolean runs();

    /** Returns whether it is ending: it may look alive a moment longer, but need not be observed any more. */
    boolean isEnding();
}
