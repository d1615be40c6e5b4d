package io.soabench.engine.server.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The transport that an engine uses. Immutable.
 *
 * @param transport the transport
 * @param reason the reason for the choice, one sentence
 */
public record TransportChoice(Transport transport, String reason) {
    /**
     * The transports that {@link TransportOption#AUTO} tries, in this order. The first one took less processor time on an idle machine
     * (engine/bench, {@code transport}).
     */
    private static final List<Transport> PREFERRED = List.of(Transport.IO_URING, Transport.NIO);

    /**
     * Chooses for this machine.
     *
     * @throws TransportException when it does not have the wanted one
     */
    public static TransportChoice of(TransportOption setting) throws TransportException {
        return of(setting, Transport::obstacle);
    }

    /**
     * Chooses for a machine.
     *
     * @param obstacles the reason why a transport is unavailable there; empty if it is available
     */
    static TransportChoice of(TransportOption setting, Function<Transport, Optional<String>> obstacles)
            throws TransportException {
        String prefix = "--transport " + setting.text() + ": ";
        if (setting.transport().isPresent()) {
            Transport wanted = setting.transport().get();
            Optional<String> obstacle = obstacles.apply(wanted);
            if (obstacle.isPresent()) {
                throw new TransportException(
                        "transport=" + wanted.text() + " is not available on this machine: " + obstacle.get()
                                + "; use --transport nio, or auto",
                        null);
            }
            return new TransportChoice(wanted, prefix + "it is used.");
        }
        List<String> missing = new ArrayList<>();
        for (Transport transport : PREFERRED) {
            Optional<String> obstacle = obstacles.apply(transport);
            if (obstacle.isEmpty()) {
                return new TransportChoice(
                        transport,
                        prefix
                                + transport.text()
                                + (missing.isEmpty()
                                        ? ", the first of io_uring and nio that this machine has."
                                        : ", since " + String.join(", ", missing) + "."));
            }
            missing.add(transport.text() + " is not available on this machine: " + obstacle.get());
        }
        throw new TransportException("No transport is available: " + String.join(", ", missing), null);
    }
}
