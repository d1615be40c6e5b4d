package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A partner whose address a registry may replace when the partner is gone. Thread-safe.
 *
 * <p>Guarantees: an address is kept until somebody finds it gone, so that calls ask nobody; one look-up at a time, and the next one not
 * before {@link #PAUSE_NS} have passed; an address that was found gone is chosen again only when the registry knows no other, the one
 * that has been gone for longest first.
 */
public final class RegisteredPartner {
    /** From the answer of the registry to the next question. */
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
     * A partner.
     *
     * @param address where it is at first; empty when the registry is asked at the first call
     * @param portType what it offers
     */
    public RegisteredPartner(String address, QualifiedName portType, PartnerRegistry registry, EngineClock clock) {
        this.address = address;
        this.portType = portType;
        this.registry = registry;
        this.clock = clock;
        allAddresses.add(address);
    }

    /** Where it is as far as is known; empty when the registry has not been asked yet. */
    public String address() {
        return address;
    }

    /** Whether an address is, or was, the one of this partner. */
    synchronized boolean hasHadAddress(String candidate) {
        return allAddresses.contains(candidate);
    }

    /**
     * Says that nobody is at an address, and asks for another one.
     *
     * @param unreachableAddress where no connection could be made
     * @param found called once, on any thread, perhaps before this returns: with the address that is used from now on, or null when
     *     there is no other
     */
    public void replace(String unreachableAddress, Consumer<String> found) {
        String known = null;
        boolean asks = false;
        synchronized (this) {
            if (!address.equals(unreachableAddress)) {
                known = address;
            } else {
                // The last in the row of those that are gone.
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
     * Says that a call was lost on its way, and asks for another address. Nobody waits for it, and one that is known to be gone is no
     * better.
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

    /** Whether a question may be asked now; somebody waits for its answer then. */
    private boolean beginLookUp(Consumer<String> found) {
        if (asked && clock.nanoTime() - answeredNs < PAUSE_NS) {
            return false;
        }
        waiting = new ArrayList<>(List.of(found));
        return true;
    }

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
