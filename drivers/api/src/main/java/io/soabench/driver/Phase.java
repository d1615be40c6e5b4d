package io.soabench.driver;

import java.util.Locale;

/** The steps of a repetition, in the order in which they are taken. {@link #PREPARE} is taken once for a run. */
public enum Phase {
    PREPARE("check hosts, ports, disk and tools, record the environment"),
    PLACE("place the files of the servers"),
    START("start the servers"),
    READY("wait until they are ready"),
    DEPLOY("deploy the process"),
    DEPLOYED("wait until the process answers"),
    CHECK("check that it answers correctly"),
    WARM_UP("send requests that are not measured"),
    MEASURE("send requests and measure"),
    DRAIN("wait for requests in flight"),
    COLLECT("collect counters and logs"),
    UNDEPLOY("take the process away"),
    STOP("stop the servers"),
    CLEAN("remove the files of the servers");

    private final String purpose;

    Phase(String purpose) {
        this.purpose = purpose;
    }

    /** What happens in this phase, as an infinitive. */
    public String purpose() {
        return purpose;
    }

    /** The name in journals and messages, e.g. {@code warm up}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
