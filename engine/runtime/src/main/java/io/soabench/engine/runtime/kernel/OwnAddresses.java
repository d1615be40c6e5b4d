package io.soabench.engine.runtime.kernel;

import java.util.Map;

/**
 * The addresses at which a deployed process is offered.
 *
 * @param main the address of all partner links without an address of their own
 * @param others the other addresses, by number of the partner link
 */
public record OwnAddresses(String main, Map<Integer, String> others) {
    /** Copies the map. */
    public OwnAddresses {
        others = Map.copyOf(others);
    }

    /** Returns the addresses of a process that offers all partner links at one address. */
    public static OwnAddresses of(String main) {
        return new OwnAddresses(main, Map.of());
    }

    /** Returns the address at which a partner link is offered. */
    public String of(int partnerLink) {
        return others.isEmpty() ? main : others.getOrDefault(partnerLink, main);
    }
}
