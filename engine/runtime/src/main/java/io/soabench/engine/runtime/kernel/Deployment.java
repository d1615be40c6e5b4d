package io.soabench.engine.runtime.kernel;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program together with where its partners are. Thread-safe.
 *
 * <p>Undeployment closes it: running instances go on, new ones are refused.
 */
public final class Deployment {
    private final String name;
    private final Program program;
    private final List<String> addresses;
    private final RegisteredPartner[] registered;
    private final OwnAddresses ownAddresses;
    private final AtomicInteger running = new AtomicInteger();
    private final Router router = new Router();
    private volatile boolean closed;
    private volatile Deployment older;

    /** A deployment whose partners stay where they are. */
    public Deployment(String name, Program program, List<String> addresses, String ownAddress) {
        this(name, program, addresses, Map.of(), OwnAddresses.of(ownAddress));
    }

    /**
     * A deployment.
     *
     * @param name its name in the admin interface
     * @param program what runs
     * @param addresses by number of the partner link; empty when the partner is not known before run time
     * @param registered by number of the partner link: the partners whose addresses a registry may replace
     * @param ownAddresses where the process itself is
     */
    public Deployment(
            String name,
            Program program,
            List<String> addresses,
            Map<Integer, RegisteredPartner> registered,
            OwnAddresses ownAddresses) {
        this.ownAddresses = ownAddresses;
        this.registered = new RegisteredPartner[addresses.size()];
        registered.forEach((link, partner) -> this.registered[link] = partner);
        this.name = name;
        this.program = program;
        this.addresses = List.copyOf(addresses);
    }

    /** Its name in the admin interface. */
    public String name() {
        return name;
    }

    /** What runs. */
    public Program program() {
        return program;
    }

    /** Number of partner links. */
    public int partners() {
        return addresses.size();
    }

    /** Address of a partner as deployed, or as its registry has replaced it; empty when not known. */
    public String address(int partnerLink) {
        RegisteredPartner partner = registered[partnerLink];
        return partner == null ? addresses.get(partnerLink) : partner.address();
    }

    /** The partner whose address a registry may replace; null when it stays where it is. */
    public RegisteredPartner registered(int partnerLink) {
        return registered[partnerLink];
    }

    /** Address of the process itself. */
    public String ownAddress() {
        return ownAddresses.main();
    }

    /** Where the process itself is offered at a partner link. */
    public String ownAddress(int partnerLink) {
        return ownAddresses.of(partnerLink);
    }

    /** Instances that have not ended. */
    public int running() {
        return running.get();
    }

    /** Says which deployment this one takes the place of: messages for its instances come here. */
    public void replaces(Deployment replaced) {
        older = replaced;
    }

    /** The youngest deployment replaced that still has instances; null when there is none. */
    Deployment older() {
        Deployment found = older;
        while (found != null && found.running() == 0) {
            found = found.older;
        }
        older = found;
        return found;
    }

    /** Refuses new instances from now on. */
    public void close() {
        closed = true;
    }

    /** Whether new instances are refused. */
    public boolean isClosed() {
        return closed;
    }

    Router router() {
        return router;
    }

    void started() {
        running.incrementAndGet();
    }

    void ended() {
        running.decrementAndGet();
    }
}
