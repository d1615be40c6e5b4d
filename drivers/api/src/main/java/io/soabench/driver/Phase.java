package io.soabench.driver;

import java.util.Locale;

/** The steps of a repetition, in the order in which they are taken. {@link #PREPARE} is taken once for a run. */
public enum Phase {
    PREPARE("check hosts, ports, disk and tools, record the environment", "checking"),
    PLACE("place the files of the servers", "placing files"),
    START("start the servers and the load clients", "starting servers"),
    READY("wait until they are ready", "waiting until the servers are ready"),
    DEPLOY("deploy the process", "deploying the process"),
    DEPLOYED("wait until the process answers", "waiting until the process answers"),
    CHECK("check that it answers correctly", "checking its answers"),
    WARM_UP("send requests that are not measured", "warming up"),
    MEASURE("send requests and measure", "measuring"),
    DRAIN("wait for requests in flight", "waiting for the last answers"),
    COLLECT("collect counters and logs", "collecting counters and logs"),
    UNDEPLOY("take the process away", "taking the process away"),
    STOP("stop the servers", "stopping servers"),
    CLEAN("remove the files of the servers", "cleaning up");

    private final String purpose;

    private final String doing;

    Phase(String purpose, String doing) {
        this.purpose = purpose;
        this.doing = doing;
    }

    /** Returns the purpose of this phase, as an infinitive. */
    public String purpose() {
        return purpose;
    }

    /** Returns the activity of this phase for the user who waits, e.g. {@code warming up}. */
    public String doing() {
        return doing;
    }

    /** Returns the name in journals and messages, e.g. {@code warm up}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
