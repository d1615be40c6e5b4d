package io.soabench.plugin;

import io.soabench.plan.ServerPlan;

/**
 * The server type of relays, which forward connections with the latency of a modelled network. The compiler adds a
 * relay where the network of the model has a latency; no model names one. A relay listens at the port {@link
 * ServerPlan#RELAY_PORT} and gets the parameters below.
 */
public interface Relay extends ServerType {

    /** Parameter: the target of forwarded connections, {@code host:port}. */
    String TO = "to";

    /** Parameter: the latency from the client to the server, as a distribution whose times are in milliseconds. */
    String REQUEST_LATENCY = "request-latency";

    /** Parameter: the latency from the server to the client, as a distribution whose times are in milliseconds. */
    String RESPONSE_LATENCY = "response-latency";

    /** Parameter: the seed of the latencies, from which each repetition derives its own. */
    String SEED = "seed";

    /** Returns the one name of relays in plans and results. */
    @Override
    default String name() {
        return ServerPlan.RELAY;
    }
}
