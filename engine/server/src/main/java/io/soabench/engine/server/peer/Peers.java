package io.soabench.engine.server.peer;

import io.netty.channel.EventLoop;
import io.soabench.engine.server.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The other replicas of an engine whose replicas are processes. All replicas share one port for clients. Each also has
 * a port of its own on the loopback address, which accepts only senders that know its secret. Each replica has another
 * secret, so a secret that becomes known gives access to one port only. Thread-safe.
 */
public final class Peers {
    private final Transport transport;
    private final int own;
    private final int of;
    private final String secret;
    private final int maxBodyBytes;
    private final boolean durable;
    private final Map<EventLoop, PeerConnections> loops = new ConcurrentHashMap<>();
    private volatile Map<Integer, PeerAddress> addresses = Map.of();

    /**
     * Makes the list of replicas, without addresses at first.
     *
     * @param transport the transport of the event loops that ask
     * @param own the number of this replica
     * @param of the number of replicas
     * @param secret the secret that the others send to this replica; letters and digits
     * @param maxBodyBytes the size of the largest answer in bytes
     * @param durable true if a replica that has ended comes back with its instances
     */
    public Peers(Transport transport, int own, int of, String secret, int maxBodyBytes, boolean durable) {
        this.transport = transport;
        this.own = own;
        this.of = of;
        this.secret = secret;
        this.maxBodyBytes = maxBodyBytes;
        this.durable = durable;
    }

    /** Sets the addresses of the others, by number. A replica without an address here is absent. */
    public void at(Map<Integer, PeerAddress> others) {
        Map<Integer, PeerAddress> known = new TreeMap<>(others);
        known.remove(own);
        addresses = Map.copyOf(known);
    }

    /** Returns the secret that the others send to this replica. */
    public String secret() {
        return secret;
    }

    /** Returns whether a replica that has ended comes back with its instances. */
    public boolean areDurable() {
        return durable;
    }

    /** Returns the number of other replicas, those without an address included. */
    public int count() {
        return of - 1;
    }

    /** Returns the other replicas with an address, the next one first, so that not all replicas ask the same one. */
    public List<Integer> others() {
        Map<Integer, PeerAddress> known = addresses;
        List<Integer> ids = new ArrayList<>();
        for (int i = 1; i < of; i++) {
            int id = (own - 1 + i) % of + 1;
            if (known.containsKey(id)) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** Returns the numbers of all other replicas, those without an address included. */
    public List<Integer> all() {
        return IntStream.rangeClosed(1, of).filter(id -> id != own).boxed().toList();
    }

    /**
     * Returns the replica that is responsible for all messages with the same number, so that they start only one
     * instance.
     *
     * @param number a hash of correlation values
     */
    public int home(int number) {
        return Math.floorMod(number, of) + 1;
    }

    /** Returns whether a replica is another one. */
    public boolean isOther(int replica) {
        return replica != own;
    }

    /**
     * Asks another replica.
     *
     * @param loop the calling thread
     * @param answered gets the answer on that thread, later; exactly once
     * @return ends the wait for the answer, on that thread: it closes the connection, so that the other replica does not
     *     keep the answer for it
     */
    public Runnable ask(
            EventLoop loop, int replica, PeerRequestKind kind, PeerMessage message, Consumer<PeerAnswer> answered) {
        PeerAddress address = addresses.get(replica);
        if (address == null) {
            loop.execute(() -> answered.accept(PeerAnswer.ABSENT));
            return () -> {};
        }
        return loops.computeIfAbsent(loop, key -> new PeerConnections(transport, key, maxBodyBytes))
                .send(address.port(), kind.path(address.secret(), message.path()), message, answered);
    }
}
