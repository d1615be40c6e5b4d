package io.soabench.engine.runtime.kernel;

import java.time.ZoneId;
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
    private final Map<Integer, String> headers;
    private final OwnAddresses ownAddresses;
    private final Life life;
    private final Router router;
    private final PendingStarts pendingStarts;
    private final StartRendezvous rendezvous;
    private final PartnerInvoker partners;
    private final InstanceObserver observer;
    private volatile Deployment older;
    private volatile Deployment newer;

    /** What a deployment has in common with those derived from it. */
    private static final class Life {
        private final AtomicInteger running = new AtomicInteger();
        private volatile boolean closed;
        private volatile long version;
        private volatile ZoneId zone;

        Life(ZoneId zone) {
            this.zone = zone;
        }
    }

    /** A deployment whose partners stay where they are. */
    public Deployment(String name, Program program, List<String> addresses, String ownAddress) {
        this(name, program, addresses, Map.of(), Map.of(), OwnAddresses.of(ownAddress));
    }

    /**
     * A deployment.
     *
     * @param name its name in the admin interface
     * @param program what runs
     * @param addresses by number of the partner link; empty when the partner is not known before run time
     * @param registered by number of the partner link: the partners whose addresses a registry may replace
     * @param headers by number of the partner link: HTTP header lines of calls to the address as deployed, each ended by CR LF
     * @param ownAddresses where the process itself is
     */
    public Deployment(
            String name,
            Program program,
            List<String> addresses,
            Map<Integer, RegisteredPartner> registered,
            Map<Integer, String> headers,
            OwnAddresses ownAddresses) {
        this.life = new Life(ZoneId.systemDefault());
        this.router = new Router();
        this.pendingStarts = new PendingStarts();
        this.rendezvous = new StartRendezvous();
        this.partners = null;
        this.observer = null;
        this.headers = Map.copyOf(headers);
        this.ownAddresses = ownAddresses;
        this.registered = new RegisteredPartner[addresses.size()];
        registered.forEach((link, partner) -> this.registered[link] = partner);
        this.name = name;
        this.program = program;
        this.addresses = List.copyOf(addresses);
    }

    private Deployment(
            Deployment origin,
            PartnerInvoker partners,
            Router router,
            PendingStarts pendingStarts,
            StartRendezvous rendezvous,
            InstanceObserver observer) {
        this.name = origin.name;
        this.program = origin.program;
        this.addresses = origin.addresses;
        this.registered = origin.registered;
        this.headers = origin.headers;
        this.ownAddresses = origin.ownAddresses;
        this.life = origin.life;
        this.router = router;
        this.pendingStarts = pendingStarts;
        this.rendezvous = rendezvous;
        this.partners = partners;
        this.observer = observer;
    }

    /** The same, with instances whose end is told. */
    public Deployment observed(InstanceObserver newObserver) {
        return new Deployment(this, partners, router, pendingStarts, rendezvous, newObserver);
    }

    /**
     * The same, with instances whose calls go to other partners. No message of a client reaches them, and none of theirs reaches
     * other instances: they are found by nobody but {@link PartnerCall#callBack}.
     */
    public Deployment apart(PartnerInvoker otherPartners) {
        return new Deployment(this, otherPartners, new Router(), new PendingStarts(), new StartRendezvous(), observer);
    }

    /** The stage that its instances call; null for the engine's own. */
    PartnerInvoker ownPartners() {
        return partners;
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

    /**
     * Header lines of calls to a partner at the address as deployed, each ended by CR LF. They may be secrets, which nobody else
     * gets: they are empty for other addresses.
     */
    String headers(int partnerLink, String address) {
        return address.equals(addresses.get(partnerLink)) ? headers.getOrDefault(partnerLink, "") : "";
    }

    /** Address of the process itself. */
    public String ownAddress() {
        return ownAddresses.main();
    }

    /** Where the process itself is offered at a partner link. */
    public String ownAddress(int partnerLink) {
        return ownAddresses.of(partnerLink);
    }

    /** The zone of times that name none: that of the engine when the process was deployed. */
    public ZoneId zone() {
        return life.zone;
    }

    /**
     * Says that this is a stored version of a process, of which instances are recorded; to be called before the first one starts.
     *
     * @param version its number, from 1 on
     * @param zone the zone of times that name none, also if the engine is in another one by now
     */
    public void stored(long version, ZoneId zone) {
        life.zone = zone;
        life.version = version;
    }

    /** Returns the number of the stored version; 0 when it is not stored. */
    public long version() {
        return life.version;
    }

    /** Instances that have not ended. */
    public int running() {
        return life.running.get();
    }

    /**
     * Says which deployment this one takes the place of: messages for its instances come here, and those that still come there and are for no
     * instance of it. To be called before the other one is closed.
     */
    public void replaces(Deployment replaced) {
        older = replaced;
        replaced.newer = this;
    }

    /** The one that has taken the place of this one, or of those that have; itself when there is none. */
    Deployment newest() {
        Deployment found = this;
        for (Deployment next = newer; next != null; next = next.newer) {
            found = next;
        }
        return found;
    }

    /**
     * Returns the youngest replaced deployment that has instances or may still start some; null when there is none. Forgets
     * for ever those that are closed and empty.
     *
     * <p>A deployment is looked at in this order: closed, then empty. {@link #started} counts first and then looks whether the
     * deployment is closed. So an instance is either seen here, or its start sees that the deployment is closed and gives up.
     */
    Deployment olderInUse() {
        Deployment found = older;
        while (found != null && found.isClosed() && found.running() == 0) {
            found = found.older;
        }
        older = found;
        return found;
    }

    /** Refuses new instances from now on. */
    public void close() {
        life.closed = true;
    }

    /** Whether new instances are refused. */
    public boolean isClosed() {
        return life.closed;
    }

    Router router() {
        return router;
    }

    /** Its instances that have not begun. */
    PendingStarts pendingStarts() {
        return pendingStarts;
    }

    /** Where messages wait that may be for the same new instance. */
    StartRendezvous rendezvous() {
        return rendezvous;
    }

    /**
     * Counts an instance that is about to start, unless the deployment is closed.
     *
     * @return false when it is closed: nothing is counted then
     */
    boolean started() {
        life.running.incrementAndGet();
        if (life.closed) {
            life.running.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Counts an instance that is made anew, also when the deployment is closed. */
    void recovered() {
        life.running.incrementAndGet();
    }

    /** An instance was not started after all. */
    void refused() {
        life.running.decrementAndGet();
    }

    /** Returns the observer of the ends of its instances; null for none. */
    InstanceObserver observer() {
        return observer;
    }

    void ended() {
        life.running.decrementAndGet();
    }
}
