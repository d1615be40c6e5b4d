package io.soabench.agent;

/** A check that everything that must run runs. Waiting code repeats it. */
interface LivenessCheck {

    /**
     * Looks once.
     *
     * @throws HostFailed when something is wrong
     */
    void look() throws HostFailed;
}
