package io.soabench.driver.run;

import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.Plan;
import java.util.List;
import java.util.Optional;

/** The facts of a driver's hosts before anything is started. Numbers are -1 when a host does not tell. */
public interface Hosts {

    /** Why nothing can be run at all, one sentence each. */
    List<String> problems();

    /** Why a host cannot be used, one sentence each; asked once for a host. */
    List<String> problems(Plan.HostPlan host);

    /**
     * Why a server cannot listen there, as the end of the sentence "port … of server … is …".
     *
     * @param port not 0
     */
    Optional<String> taken(Plan.HostPlan host, int port);

    /** Memory of the machine on which the servers of a case run, bytes. */
    long memoryBytes();

    /** How many files one process of a load client may open. */
    long openFiles();

    /** The hosts that are known, for the record; after the checks. */
    List<HostRecord> records();
}
