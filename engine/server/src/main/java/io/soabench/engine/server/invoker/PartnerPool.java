package io.soabench.engine.server.invoker;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.soabench.engine.server.transport.SocketProbe;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * The connections of one event loop to one partner, and the calls that wait for a connection. Belongs to that loop.
 * Idle connections are used last in, first out, so that few connections stay in use.
 */
final class PartnerPool {
    private static final long TRUSTED_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final LoopInvoker invoker;
    private final PartnerAddress address;
    private final Bootstrap bootstrap;
    private final int maxConnections;
    private final PartnerTrust trust;
    private final ArrayDeque<PartnerConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<PendingCall> waiting = new ArrayDeque<>();
    private int open;
    private int opening;

    PartnerPool(
            LoopInvoker invoker, PartnerAddress address, Bootstrap bootstrap, int maxConnections, PartnerTrust trust) {
        this.trust = trust;
        this.invoker = invoker;
        this.address = address;
        this.bootstrap = bootstrap;
        this.maxConnections = maxConnections;
    }

    void submit(PendingCall pending) {
        PartnerConnection connection;
        while ((connection = idle.pollLast()) != null) {
            if (isUsable(connection, pending)) {
                invoker.sent();
                connection.send(pending);
                return;
            }
            connection.close();
        }
        waiting.add(pending);
        invoker.waiting(1);
        connectIfNeeded();
    }

    private boolean isUsable(PartnerConnection connection, PendingCall pending) {
        // A connection that is being closed stays among the idle ones until the close is reported.
        if (connection.isClosing() || (trust.isLost() && connection.isUsed())) {
            return false;
        }
        // A connection that was in use a moment ago needs no check of its socket.
        return pending.submittedNs - connection.idleSinceNs < TRUSTED_NS || !connection.isStale();
    }

    private void connectIfNeeded() {
        if (open < maxConnections && opening < waiting.size()) {
            connect();
        }
    }

    private void connect() {
        open++;
        opening++;
        PartnerConnection connection = new PartnerConnection(this, invoker.invoker(), address.isSecure());
        bootstrap
                .clone()
                .handler(address.isSecure() ? new SecurePartner(invoker.invoker(), address, connection) : connection)
                .connect(address.host(), address.port())
                .addListener(result -> {
                    if (!result.isSuccess()) {
                        connection.notOpened(result.cause());
                    }
                });
    }

    void opened(PartnerConnection connection) {
        opening--;
        take(connection);
    }

    /** Handles the failure of a connection or of its TLS handshake. No call was sent. */
    void refused(Throwable cause) {
        open--;
        opening--;
        String reason = address.isSecure() ? tlsReason(cause) : ": " + cause.getMessage();
        PendingCall pending = nextWaiting();
        if (pending != null) {
            invoker.unreachable(
                    pending,
                    AnswerReading.failure(
                            pending.call.operation(), "cannot be reached at " + address.authority() + reason));
        }
        // Calls beyond the limit of connections have not tried yet.
        connectIfNeeded();
    }

    /** Returns the reason of a failed connection to an https partner, and logs the reason of a failed handshake. */
    private String tlsReason(Throwable cause) {
        if (!(cause instanceof SSLException)) {
            return ": " + (cause.getMessage() == null ? "the connection was closed" : cause.getMessage());
        }
        String reason = invoker.invoker().tls().reason(cause);
        trust.tlsFailed(reason, invoker.nowNs());
        return " by TLS: " + reason;
    }

    private PendingCall nextWaiting() {
        PendingCall pending;
        while ((pending = waiting.poll()) != null) {
            invoker.waiting(-1);
            if (!pending.done && !pending.call.isAbandoned()) {
                return pending;
            }
            invoker.remove(pending);
        }
        return null;
    }

    /** Takes back a connection that has carried its call. */
    void free(PartnerConnection connection) {
        if (trust.isLost()) {
            connection.close();
        } else {
            take(connection);
        }
    }

    /** Returns the state of an idle connection. Costs a system call. */
    SocketProbe.IdleState idleState(Channel connection) {
        return invoker.probe().rest(connection);
    }

    /**
     * Passes on bytes that have arrived on an idle connection with TLS. Costs a system call.
     *
     * @return false if the partner has closed the connection
     */
    boolean deliver(Channel connection) {
        return invoker.probe().deliver(connection);
    }

    /** Notes that the partner has sent bytes without a call. Closes the idle connections that have carried one. */
    void distrust() {
        trust.revoke();
        idle.removeIf(connection -> {
            if (connection.isUsed()) {
                connection.close();
            }
            return connection.isUsed();
        });
    }

    private void take(PartnerConnection connection) {
        PendingCall pending = waiting.isEmpty() ? null : nextWaiting();
        if (pending != null) {
            invoker.sent();
            connection.send(pending);
        } else {
            connection.idleSinceNs = invoker.nowNs();
            idle.addLast(connection);
        }
    }

    void closed(PartnerConnection connection) {
        open--;
        idle.remove(connection);
        connectIfNeeded();
    }

    void ended(PendingCall pending, AnswerReading.Answer answer) {
        invoker.ended(pending, answer);
    }

    void lost(PendingCall pending, AnswerReading.Answer answer) {
        invoker.lost(pending, answer);
    }

    /** Returns true if there is neither a connection nor a waiting call. */
    boolean isUnused() {
        return open == 0 && waiting.isEmpty();
    }

    /** Closes the connections that have been idle since a time or longer. */
    void closeIdleSince(long timeNs) {
        while (!idle.isEmpty() && idle.peekFirst().idleSinceNs - timeNs < 0) {
            PartnerConnection last = idle.pollFirst();
            if (invoker.invoker().readsWhenDue()) {
                // Reads the bytes that have arrived since then: a partner that has sent some is not trusted any more.
                last.isStale();
            }
            last.close();
        }
    }
}
