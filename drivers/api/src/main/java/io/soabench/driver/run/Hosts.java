package io.soabench.driver.run;

import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.HostPlan;
import io.soabench.plugin.HostProgram;
import java.util.List;
import java.util.Optional;

/** The facts of a driver's hosts before anything is started. Numbers are -1 when they are unknown. */
public interface Hosts {

    /** Returns why nothing can be run at all, one sentence each. */
    List<String> problems();

    /** Returns why a host cannot be used, one sentence each; called once for a host. */
    List<String> problems(HostPlan host);

    /**
     * Returns why a server cannot listen there, as the end of the sentence "port … of server … is …".
     *
     * @param port not 0
     */
    Optional<String> taken(HostPlan host, int port);

    /** Returns whether a host is known to be without a program. */
    boolean lacks(HostPlan host, HostProgram program);

    /** Returns the memory of the machine on which the servers of a case run, in bytes. */
    long memoryBytes();

    /** Returns how many files one process of a load client may open. */
    long openFiles();

    /** Returns the hosts that are known, for the record; after the checks. */
    List<HostRecord> records();
}
