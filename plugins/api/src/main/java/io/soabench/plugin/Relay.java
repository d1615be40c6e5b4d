package io.soabench.plugin;

import io.soabench.plan.Plan;

/**
 * The type whose servers pass connections on with the latency of a modelled network. The compiler adds one where the network of the
 * model has a latency; no model names it. It listens at the port {@link Plan.ServerPlan#RELAY_PORT}, and gets the parameters below.
 */
public interface Relay extends ServerType {

    /** Parameter: where connections are passed on to, {@code host:port}. */
    String TO = "to";

    /** Parameter: the latency from the client to the server, as a distribution whose times are in milliseconds. */
    String REQUEST_LATENCY = "request-latency";

    /** Parameter: the latency from the server to the client, as a distribution whose times are in milliseconds. */
    String RESPONSE_LATENCY = "response-latency";

    /** Parameter: the seed of the latencies that are drawn; each repetition draws others from it. */
    String SEED = "seed";

    /** The one name by which plans and results know relays. */
    @Override
    default String name() {
        return Plan.ServerPlan.RELAY;
    }
}
