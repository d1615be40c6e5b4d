package io.soabench.ode;

import java.util.Map;
import java.util.TreeMap;

/**
 * The configuration of ODE and its Tomcat.
 *
 * @param httpThreads most threads of Tomcat; each open request holds one until the process answers
 * @param backlog connections that wait to be accepted
 * @param requestsPerConnection after which Tomcat closes a client's connection; -1 for never
 * @param connections most connections to the database and, separately, to all partners together
 * @param fewestConnections connections to the database that are kept
 * @param messageTimeoutMs time limit of ODE for a partner's answer, and of a client's request for the process
 * @param retryIntervalMs between attempts of a step that failed in memory or that met a locked row
 * @param retryLimit number of such attempts
 * @param keepResponses whether Axis2 leaves an operation's response open when the next one begins on its thread
 * @param faultOnFailure whether an unreachable partner is a fault, else the activity waits to be recovered
 */
record OdeSettings(
        int httpThreads,
        int backlog,
        int requestsPerConnection,
        int connections,
        int fewestConnections,
        int messageTimeoutMs,
        int retryIntervalMs,
        int retryLimit,
        boolean keepResponses,
        boolean faultOnFailure) {

    /**
     * The defaults of ODE 1.3.6 and Tomcat 9.
     *
     * <p>From about ten clients on, Axis2 1.5.6 closes responses that are still read when their client is used again.
     * The activity then waits to be recovered, and the client waits for {@code messageTimeoutMs}.
     */
    static final OdeSettings STOCK = new OdeSettings(200, 100, 100, 10, 1, 120_000, 1_000, 3, false, false);

    /** The settings that let ODE serve hundreds of clients. */
    static final OdeSettings TUNED = new OdeSettings(1_000, 1_024, -1, 500, 5, 30_000, 20, 300, true, true);

    OdeSettings with(int newHttpThreads, int newConnections, int newMessageTimeoutMs) {
        return new OdeSettings(
                newHttpThreads,
                backlog,
                requestsPerConnection,
                newConnections,
                Math.min(fewestConnections, newConnections),
                newMessageTimeoutMs,
                retryIntervalMs,
                retryLimit,
                keepResponses,
                faultOnFailure);
    }

    /**
     * Returns the content of {@code ode-axis2.properties}. It has only differences from ODE's own defaults, so that
     * {@link #STOCK} leaves ODE as released.
     */
    Map<String, String> odeProperties() {
        Map<String, String> properties = new TreeMap<>();
        properties.put("ode-axis2.db.mode", "EMBEDDED");
        properties.put("ode-axis2.db.emb.name", InstanceFolder.DATABASE);
        // 0 chooses a free port for remote management. With the fixed default, two instances on one machine would
        // collide.
        properties.put("ode-axis2.jca.port", "0");
        if (connections != STOCK.connections) {
            properties.put("ode-axis2.db.pool.max", Integer.toString(connections));
        }
        if (fewestConnections != STOCK.fewestConnections) {
            properties.put("ode-axis2.db.pool.min", Integer.toString(fewestConnections));
        }
        if (retryLimit != STOCK.retryLimit) {
            properties.put("ode.scheduler.immediateTransactionRetryInterval", Integer.toString(retryIntervalMs));
            properties.put("ode.scheduler.immediateTransactionRetryLimit", Integer.toString(retryLimit));
        }
        return properties;
    }

    /**
     * Returns the content of {@code global.endpoint}. The names lack the prefix {@code ode.}, with which ODE 1.3.6
     * would not find them.
     */
    Map<String, String> endpointProperties() {
        Map<String, String> properties = new TreeMap<>();
        if (messageTimeoutMs != STOCK.messageTimeoutMs) {
            properties.put("mex.timeout", Integer.toString(messageTimeoutMs));
        }
        if (keepResponses) {
            properties.put("ServiceClient.autoOperationCleanup", "false");
        }
        return properties;
    }
}
