package io.soabench.driver;

/** The user ended the run. */
public final class RunInterrupted extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates the exception without a message. */
    public RunInterrupted() {
        super("the run was ended by the user");
    }
}
