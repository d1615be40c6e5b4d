package io.soabench.engine.runtime.kernel;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A deployed version of a process: its program, and the addresses of its partners.
 *
 * <p>A closed deployment refuses new instances; its running instances go on. A newer deployment of the same process may
 * replace it, see {@link #replaces}. Then messages for the instances of both are accepted at the newer one.
 *
 * <p>Thread-safe.
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

    /** The activities of the program; null before the first snapshot. */
    private volatile Activities activities;

    /** The state that a deployment shares with the deployments derived from it. */
    private static final class Life {
        private final StripedCount running = new StripedCount();
        private volatile boolean closed;
        private volatile long version;
        private volatile ZoneId zone;
        private volatile Set<Integer> notRepeated = Set.of();

        Life(ZoneId zone) {
            this.zone = zone;
        }
    }

    /**
     * Creates a deployment whose partners have fixed addresses.
     *
     * @param name the name in the admin interface
     * @param program the compiled process
     * @param addresses the addresses by number of the partner link
     * @param ownAddress the address of the process itself
     */
    public Deployment(String name, Program program, List<String> addresses, String ownAddress) {
        this(name, program, addresses, Map.of(), Map.of(), OwnAddresses.of(ownAddress));
    }

    /**
     * Creates a deployment.
     *
     * @param name the name in the admin interface
     * @param program the compiled process
     * @param addresses the addresses by number of the partner link; empty for a partner that is not known before run
     *     time
     * @param registered the partners whose addresses a registry may replace, by number of the partner link
     * @param headers HTTP header lines of calls to the deployed address, by number of the partner link; each ends with
     *     CR LF
     * @param ownAddresses the addresses of the process itself
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

    /** Returns the same deployment with an observer that is called at the end of each of its instances. */
    public Deployment observed(InstanceObserver newObserver) {
        return new Deployment(this, partners, router, pendingStarts, rendezvous, newObserver);
    }

    /**
     * Returns the same deployment with other partners and with instances of its own. No message of a client reaches
     * these instances, and none of their messages reaches other instances. Only {@link PartnerCall#callBack} delivers
     * messages to them.
     */
    public Deployment apart(PartnerInvoker otherPartners) {
        return new Deployment(this, otherPartners, new Router(), new PendingStarts(), new StartRendezvous(), observer);
    }

    /** Returns the invoker for the calls of its instances; null for the invoker of the engine. */
    PartnerInvoker ownPartners() {
        return partners;
    }

    /** Returns the name in the admin interface. */
    public String name() {
        return name;
    }

    /** Returns the compiled process. */
    public Program program() {
        return program;
    }

    /** Returns the activities of the program by their numbers. */
    Activities activities() {
        Activities known = activities;
        if (known == null) {
            known = new Activities(program);
            activities = known;
        }
        return known;
    }

    /** Returns the number of partner links. */
    public int partners() {
        return addresses.size();
    }

    /** Returns the address of a partner as deployed, or as its registry has replaced it; empty when it is not known. */
    public String address(int partnerLink) {
        RegisteredPartner partner = registered[partnerLink];
        return partner == null ? addresses.get(partnerLink) : partner.address();
    }

    /** Returns the partner whose address a registry may replace; null when the address is fixed. */
    public RegisteredPartner registered(int partnerLink) {
        return registered[partnerLink];
    }

    /**
     * Returns the HTTP header lines of calls to a partner, each ended by CR LF. They may contain credentials, so they
     * are empty for every address but the deployed one.
     */
    String headers(int partnerLink, String address) {
        return address.equals(addresses.get(partnerLink)) ? headers.getOrDefault(partnerLink, "") : "";
    }

    /** Returns the main address of the process itself. */
    public String ownAddress() {
        return ownAddresses.main();
    }

    /** Returns the address at which the process itself offers a partner link. */
    public String ownAddress(int partnerLink) {
        return ownAddresses.of(partnerLink);
    }

    /** Returns the time zone of times without a zone: the zone of the engine at the time of deployment. */
    public ZoneId zone() {
        return life.zone;
    }

    /**
     * Marks this deployment as a stored version of a process, so that its instances are recorded. To be called before
     * the first instance starts.
     *
     * @param version the number of the version, from 1 on
     * @param zone the time zone of times without a zone, even if the engine has another zone now
     */
    public void stored(long version, ZoneId zone) {
        life.zone = zone;
        life.version = version;
    }

    /** Returns the number of the stored version; 0 when the deployment is not stored. */
    public long version() {
        return life.version;
    }

    /**
     * Lets calls fail that a previous start of the engine has sent and that have no recorded answer. Other calls are sent again.
     *
     * @param partnerLinks numbers of the partner links of such calls
     */
    public void failAfterCrash(Set<Integer> partnerLinks) {
        life.notRepeated = Set.copyOf(partnerLinks);
    }

    /** Returns whether calls of a partner link fail that no record of an earlier life has answered. */
    boolean failsAfterCrash(int partnerLink) {
        return life.notRepeated.contains(partnerLink);
    }

    /** Returns the number of instances that have not ended. */
    public int running() {
        return life.running.get();
    }

    /**
     * Makes this deployment the successor of another one. Messages for instances of the other one are accepted here.
     * Messages that still arrive there, and are for none of its instances, are accepted here, too. To be called before
     * the other one is closed.
     */
    public void replaces(Deployment replaced) {
        older = replaced;
        replaced.newer = this;
    }

    /** Returns the last deployment in the chain of successors; itself when it has no successor. */
    Deployment newest() {
        Deployment found = this;
        for (Deployment next = newer; next != null; next = next.newer) {
            found = next;
        }
        return found;
    }

    /**
     * Returns the newest replaced deployment that has instances or may still start some; null when there is none.
     * Unlinks deployments that are closed and have no instances.
     *
     * <p>This method reads "closed" first and the number of instances second. {@link #started} counts the instance
     * first and reads "closed" second. So either this method sees the instance, or the start sees the closed deployment
     * and is given up. The count misses no instance that began before the deployment was closed, see {@link
     * StripedCount}.
     */
    Deployment olderInUse() {
        Deployment found = older;
        while (found != null && found.isClosed() && found.running() == 0) {
            found = found.older;
        }
        older = found;
        return found;
    }

    /** Closes the deployment: it refuses new instances from now on. */
    public void close() {
        life.closed = true;
    }

    /** Returns whether new instances are refused. */
    public boolean isClosed() {
        return life.closed;
    }

    Router router() {
        return router;
    }

    /** Returns the register of instances that were created and have not begun. */
    PendingStarts pendingStarts() {
        return pendingStarts;
    }

    /** Returns the reservations of messages that start instances. */
    StartRendezvous rendezvous() {
        return rendezvous;
    }

    /**
     * Counts an instance that is about to start, unless the deployment is closed.
     *
     * @return false when the deployment is closed; the instance is not counted then
     */
    boolean started() {
        life.running.increment();
        if (life.closed) {
            life.running.decrement();
            return false;
        }
        return true;
    }

    /** Counts an instance that is recovered from its records, even when the deployment is closed. */
    void recovered() {
        life.running.increment();
    }

    /** Takes back {@link #started}, because the instance was not started. */
    void refused() {
        life.running.decrement();
    }

    /** Returns the observer of the ends of its instances; null for none. */
    InstanceObserver observer() {
        return observer;
    }

    /** Counts the end of an instance. */
    void ended() {
        life.running.decrement();
    }
}
