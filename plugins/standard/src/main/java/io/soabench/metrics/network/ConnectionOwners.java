package io.soabench.metrics.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The owners of TCP connections, and the bytes that the connections of each owner have carried. An owner (a server, by
 * its process number) has
 *
 * <ul>
 *   <li>the connections whose descriptors its processes hold when it is observed,
 *   <li>those that arrived at its listening ports, however short they were,
 *   <li>those that were opened and closed between two observations, if this owner alone has been seen connected to their remote
 *       end.
 * </ul>
 *
 * <p>A connection stays with its first owner. Used by one thread.
 */
final class ConnectionOwners {

    /** The number of ended connections without an owner that are kept, for a server whose port is not known yet. */
    private static final int UNOWNED_KEPT = 10_000;

    private final Map<Long, Account> open = new HashMap<>();
    private final Map<Long, Total> ended = new HashMap<>();
    private final Map<Long, Set<TcpSocket.End>> listening = new HashMap<>();
    private final Map<TcpSocket.End, Set<Long>> callers = new HashMap<>();
    private final ArrayDeque<TcpSocket> unowned = new ArrayDeque<>();

    private record Account(long owner, TcpSocket last) {}

    /** The bytes of all connections of an owner. */
    record Total(long sentBytes, long receivedBytes) {

        static final Total NONE = new Total(0, 0);

        Total plus(TcpSocket socket) {
            return new Total(
                    sentBytes + Math.max(0, socket.sentBytes()), receivedBytes + Math.max(0, socket.receivedBytes()));
        }
    }

    /**
     * Takes one observation and returns the bytes that the owner has carried so far.
     *
     * @param inodes of the sockets that the owner's processes hold
     * @param alive all sockets of the machine
     * @param closed sockets that ended since the last call for any owner; listed after {@code alive} was
     */
    Total observe(long owner, Set<Long> inodes, Collection<TcpSocket> alive, Collection<TcpSocket> closed) {
        for (TcpSocket socket : alive) {
            if (socket.listens() && inodes.contains(socket.inode())) {
                listening.computeIfAbsent(owner, o -> new HashSet<>()).add(socket.local());
            }
        }
        for (TcpSocket socket : alive) {
            if (!socket.listens()) {
                open(owner, inodes, socket);
            }
        }
        closed.forEach(this::close);
        assignUnowned();
        Total total = ended.getOrDefault(owner, Total.NONE);
        for (Account account : open.values()) {
            total = account.owner() == owner ? total.plus(account.last()) : total;
        }
        return total;
    }

    private void open(long owner, Set<Long> inodes, TcpSocket socket) {
        Account known = open.get(socket.cookie());
        long whose = known == null ? 0 : known.owner();
        if (known == null && accepts(owner, socket)) {
            whose = owner;
        } else if (known == null && inodes.contains(socket.inode())) {
            whose = owner;
            callers.computeIfAbsent(socket.remote(), r -> new HashSet<>()).add(owner);
        }
        if (whose != 0) {
            open.put(socket.cookie(), new Account(whose, socket));
        }
    }

    private boolean accepts(long owner, TcpSocket socket) {
        return listening.getOrDefault(owner, Set.of()).stream().anyMatch(end -> end.accepts(socket.local()));
    }

    private void close(TcpSocket socket) {
        Account known = open.remove(socket.cookie());
        if (known != null) {
            ended.merge(known.owner(), Total.NONE.plus(socket), ConnectionOwners::sum);
        } else if (!socket.listens() && socket.remote().port() != 0) {
            unowned.add(socket);
        }
    }

    /** Adds the bytes of ended connections to their owners, as far as these are known now. */
    private void assignUnowned() {
        for (Iterator<TcpSocket> each = unowned.iterator(); each.hasNext(); ) {
            TcpSocket socket = each.next();
            List<Long> owners = new ArrayList<>();
            listening.keySet().stream().filter(o -> accepts(o, socket)).forEach(owners::add);
            if (owners.isEmpty()) {
                owners.addAll(callers.getOrDefault(socket.remote(), Set.of()));
            }
            if (owners.size() == 1) {
                ended.merge(owners.get(0), Total.NONE.plus(socket), ConnectionOwners::sum);
                each.remove();
            }
        }
        while (unowned.size() > UNOWNED_KEPT) {
            unowned.remove();
        }
    }

    private static Total sum(Total a, Total b) {
        return new Total(a.sentBytes() + b.sentBytes(), a.receivedBytes() + b.receivedBytes());
    }
}
