package io.soabench.agent;

/** A check that every needed process runs. Code that waits repeats the check. */
interface LivenessCheck {

    /**
     * Checks once.
     *
     * @throws HostFailed when something is wrong
     */
    void look() throws HostFailed;
}
