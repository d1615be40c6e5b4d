package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A partner whose address a registry may replace when the partner is unreachable.
 *
 * <p>Guarantees: the address stays until a caller reports it as unreachable, so most calls need no look-up. There is
 * one look-up at a time, and {@link #PAUSE_NS} pass between the answer and the next look-up. An unreachable address is
 * chosen again only if the registry has no other one; then the one that was reported longest ago is chosen.
 *
 * <p>Thread-safe.
 */
public final class RegisteredPartner {
    /** The time between an answer of the registry and the next look-up, in nanoseconds. */
    static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final QualifiedName portType;
    private final PartnerRegistry registry;
    private final EngineClock clock;
    private volatile String address;
    private final Set<String> allAddresses = new LinkedHashSet<>();
    private final Set<String> unreachable = new LinkedHashSet<>();
    private List<Consumer<String>> waiting;
    private boolean asked;
    private long answeredNs;

    /**
     * Creates a partner.
     *
     * @param address its first address; empty when the first call asks the registry
     * @param portType the port type that it offers
     */
    public RegisteredPartner(String address, QualifiedName portType, PartnerRegistry registry, EngineClock clock) {
        this.address = address;
        this.portType = portType;
        this.registry = registry;
        this.clock = clock;
        allAddresses.add(address);
    }

    /** Returns its present address; empty when the registry was not asked yet. */
    public String address() {
        return address;
    }

    /** Returns whether an address is, or was, the address of this partner. */
    synchronized boolean hasHadAddress(String candidate) {
        return allAddresses.contains(candidate);
    }

    /**
     * Reports an address as unreachable, and asks for another one.
     *
     * @param unreachableAddress the address to which no connection could be made
     * @param found called once, on any thread, perhaps before this method returns: with the address that is used from
     *     now on, or null when there is no other
     */
    public void replace(String unreachableAddress, Consumer<String> found) {
        String known = null;
        boolean asks = false;
        synchronized (this) {
            if (!address.equals(unreachableAddress)) {
                known = address;
            } else {
                // Moves the address to the end of the order.
                unreachable.remove(unreachableAddress);
                unreachable.add(unreachableAddress);
                if (waiting != null) {
                    waiting.add(found);
                    return;
                }
                asks = beginLookUp(found);
            }
        }
        if (asks) {
            registry.find(portType, this::answered);
        } else {
            found.accept(known);
        }
    }

    /**
     * Reports that a call to an address was lost, and asks for another address. The caller does not wait for the
     * result. The address does not count as unreachable, because an unreachable address is no better choice.
     */
    public void suspect(String lostAddress) {
        boolean asks;
        synchronized (this) {
            asks = address.equals(lostAddress) && waiting == null && beginLookUp(elsewhere -> {});
        }
        if (asks) {
            registry.find(portType, this::answered);
        }
    }

    /** Begins a look-up and adds the receiver of its answer; returns false during the pause after a look-up. */
    private boolean beginLookUp(Consumer<String> found) {
        if (asked && clock.nanoTime() - answeredNs < PAUSE_NS) {
            return false;
        }
        waiting = new ArrayList<>(List.of(found));
        return true;
    }

    /** Handles the answer of the registry, and passes the address on to all callers that wait. */
    private void answered(List<String> listed) {
        String chosen;
        List<Consumer<String>> asking;
        synchronized (this) {
            chosen = choice(listed);
            if (chosen != null) {
                address = chosen;
                allAddresses.add(chosen);
            }
            asked = true;
            answeredNs = clock.nanoTime();
            asking = waiting;
            waiting = null;
        }
        asking.forEach(each -> each.accept(chosen));
    }

    /**
     * Returns the address to use: one that was not reported, else the one that was reported longest ago; null for none.
     */
    private String choice(List<String> listed) {
        for (String candidate : listed) {
            if (!unreachable.contains(candidate) && !candidate.equals(address)) {
                return candidate;
            }
        }
        for (String longest : unreachable) {
            if (unreachable.contains(address) && listed.contains(longest) && !longest.equals(address)) {
                return longest;
            }
        }
        return null;
    }
}
