package io.soabench.driver.run;

import io.soabench.plan.HostClock;
import io.soabench.plan.PathPlan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.ServerTrust;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A measurement of round trips from this machine: HTTP HEAD requests on one open connection, one after the other, within
 * TLS for https addresses. Any status will do. The opening of the connection, its TLS handshake and the first {@link
 * #UNCOUNTED} exchanges do not count. Without state; blocks its thread for {@link #LIMIT} at the most.
 */
public final class RoundTrips {

    /** The number of exchanges that count. */
    public static final int EXCHANGES = 20;

    /** The number of exchanges before them, which are slower because they are the first. */
    public static final int UNCOUNTED = 5;

    /** The least exchanges for an estimate. */
    static final int LEAST_EXCHANGES = 3;

    /** The longest time of all exchanges of one path; after it there are fewer. */
    public static final Duration LIMIT = Duration.ofSeconds(3);

    private static final double NS_PER_MS = 1e6;
    private static final int LONGEST_HEAD = 64 * 1024;

    private RoundTrips() {}

    /**
     * Measures one path.
     *
     * @param address of the path, its placeholders replaced
     * @return nothing when the server does not answer, or closes connections after each answer
     */
    public static Optional<RoundTripRecord> measure(
            PathPlan path, String address, RoundTripRecord.When when, HostClock clock) {
        return record(path, when, times(URI.create(address), clock));
    }

    /**
     * Returns the record of one path.
     *
     * @param measured times of its exchanges, nanoseconds
     * @return nothing when they are too few
     */
    public static Optional<RoundTripRecord> record(PathPlan path, RoundTripRecord.When when, List<Long> measured) {
        if (measured.size() < LEAST_EXCHANGES) {
            return Optional.empty();
        }
        List<Long> times = measured.stream().sorted().toList();
        int last = times.size() - 1;
        return Optional.of(new RoundTripRecord(
                path.from(),
                path.to(),
                when,
                times.size(),
                ms(times.get(0)),
                (ms(times.get(last / 2)) + ms(times.get((last + 1) / 2))) / 2,
                ms(times.get(last))));
    }

    private static double ms(long ns) {
        return ns / NS_PER_MS;
    }

    /**
     * Returns the times of as many exchanges as were made, nanoseconds.
     *
     * @param address {@code http://host:port} or {@code https://host:port}
     */
    public static List<Long> times(URI address, HostClock clock) {
        return times(address, "", clock);
    }

    /**
     * Returns the times of as many exchanges as were made, nanoseconds.
     *
     * @param address {@code http://host:port} or {@code https://host:port}
     * @param trust certificates by which the server of an https address is trusted, in the PEM format; empty: those that Java trusts
     */
    public static List<Long> times(URI address, String trust, HostClock clock) {
        List<Long> times = new ArrayList<>();
        long endNs = clock.epochNanos() + LIMIT.toNanos();
        String host = address.getHost() + ":" + address.getPort();
        byte[] request = ("HEAD / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        try (Socket tcp = new Socket()) {
            tcp.setTcpNoDelay(true);
            tcp.setSoTimeout((int) LIMIT.toMillis());
            tcp.connect(new InetSocketAddress(address.getHost(), address.getPort()), (int) LIMIT.toMillis());
            Socket socket = "https".equals(address.getScheme()) ? secure(tcp, address, trust) : tcp;
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < UNCOUNTED + EXCHANGES && clock.epochNanos() < endNs; i++) {
                long beginNs = clock.epochNanos();
                socket.getOutputStream().write(request);
                if (!head(in)) {
                    break;
                }
                if (i >= UNCOUNTED) {
                    times.add(clock.epochNanos() - beginNs);
                }
            }
        } catch (IOException e) {
            // The times measured so far count. A server that does not answer has no round trip.
            return times;
        }
        return times;
    }

    private static Socket secure(Socket tcp, URI address, String trust) throws IOException {
        ServerTrust trusted = trust.isEmpty() ? ServerTrust.ofJava() : ServerTrust.of(trust);
        SSLSocket socket = (SSLSocket)
                trusted.context().getSocketFactory().createSocket(tcp, address.getHost(), address.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Reads the head of an answer; false when the connection has ended. */
    private static boolean head(InputStream in) throws IOException {
        int ends = 0;
        for (int i = 0; i < LONGEST_HEAD; i++) {
            int next = in.read();
            if (next < 0) {
                return false;
            }
            if (next == '\n') {
                ends++;
            } else if (next != '\r') {
                ends = 0;
            }
            if (ends == 2) {
                // An answer to HEAD has no body; from a server that sends one all the same, it is here already.
                in.skipNBytes(in.available());
                return true;
            }
        }
        return false;
    }
}
