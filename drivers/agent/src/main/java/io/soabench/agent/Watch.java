package io.soabench.agent;

/** Looks whether everything that must run runs; asked again and again while something is waited for. */
interface Watch {

    /**
     * Looks once.
     *
     * @throws HostFailed when something is wrong
     */
    void look() throws HostFailed;
}
