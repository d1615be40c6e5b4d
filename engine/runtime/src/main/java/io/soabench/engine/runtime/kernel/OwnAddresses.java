package io.soabench.engine.runtime.kernel;

import java.util.Map;

/**
 * The addresses of a deployed process.
 *
 * @param main its address
 * @param others by number of the partner link: the addresses of those that are offered elsewhere
 */
public record OwnAddresses(String main, Map<Integer, String> others) {
    /** Copies the map. */
    public OwnAddresses {
        others = Map.copyOf(others);
    }

    /** A process whose partner links are all offered at one address. */
    public static OwnAddresses of(String main) {
        return new OwnAddresses(main, Map.of());
    }

    /** Where a partner link is offered. */
    public String of(int partnerLink) {
        return others.isEmpty() ? main : others.getOrDefault(partnerLink, main);
    }
}
