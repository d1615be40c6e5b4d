package io.soabench.engine.server.transport;

import java.util.Locale;
import java.util.Optional;

/** The values of the option for the transport. */
public enum TransportOption {
    /** The sockets of Java, on every system. */
    NIO(Transport.NIO),
    /** The interface io_uring of Linux, by a native library. */
    IO_URING(Transport.IO_URING),
    /** The interface io_uring where the machine has it, else the sockets of Java. */
    AUTO(null);

    private final Transport transport;

    TransportOption(Transport transport) {
        this.transport = transport;
    }

    /** Returns the wanted transport; empty if the machine decides. */
    Optional<Transport> transport() {
        return Optional.ofNullable(transport);
    }

    /** Returns the name on the command line and in all output. */
    @Override
    public String toString() {
        return text();
    }

    /** Returns the name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
