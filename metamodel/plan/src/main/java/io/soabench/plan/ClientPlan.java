package io.soabench.plan;

import java.util.Map;

/**
 * A testing client.
 *
 * @param trace path of its workload trace under the compiled testbed, see {@link #traceOf}
 * @param jmeterThreads number of threads that JMeter needs, in the exported test plan and when it sends the load. A
 *     closed load needs one for each simulated client, an open one as many as requests may be in flight
 * @param endpoints by process the address that it calls where the network of the model leads it through a relay. The
 *     address has the placeholders <code>${server.&lt;name&gt;.address}</code> and
 *     <code>${server.&lt;name&gt;.port.&lt;port&gt;}</code>. Empty where it calls the system under test itself
 */
public record ClientPlan(String host, String trace, int jmeterThreads, Map<String, String> endpoints) {

    /**
     * Returns the path of its workload trace in a repetition, under the compiled testbed.
     *
     * @param repetition from 1
     */
    public String traceOf(int repetition) {
        return CompiledFiles.inRepetition(trace, repetition);
    }

    /** Returns a copy on another host. */
    public ClientPlan withHost(String other) {
        return new ClientPlan(other, trace, jmeterThreads, endpoints);
    }

    /** Returns a copy that calls other addresses. */
    public ClientPlan withEndpoints(Map<String, String> others) {
        return new ClientPlan(host, trace, jmeterThreads, others);
    }
}
