package io.soabench.mock;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ports of the service instances that appear or disappear while the host runs, and therefore have a port of their
 * own. {@code PUT} to the address of an instance at the port of the host opens its port, {@code DELETE} closes it for
 * good.
 *
 * <p>Safe for use by many threads. An order may take as long as opening or closing a port does.
 */
public final class InstancePorts {

    private static final int OK = 200;
    private static final int NOT_ALLOWED = 405;
    private static final int CONFLICT = 409;
    private static final int FAILED = 500;

    private final MockServices services;
    private final Map<String, Entry> entries = new TreeMap<>();

    /** The port of one instance, as a kind of host opens and closes it. */
    public interface InstancePort {

        /**
         * Opens the port; connections are accepted when it returns.
         *
         * @throws HostRefused when it cannot listen
         */
        void open() throws HostRefused;

        /**
         * Closes the port; connections are refused when it returns. Received calls are still answered when they are
         * due. Connections without such a call are closed at once, the others after their last answer.
         */
        void close();
    }

    /** A factory of instance ports. */
    public interface PortFactory {

        /** Creates the closed port of an instance. */
        InstancePort port(MockService service);
    }

    private enum State {
        NOT_YET,
        OPEN,
        GONE
    }

    private static final class Entry {
        final MockService service;
        final InstancePort port;
        State state = State.NOT_YET;

        Entry(MockService service, InstancePort port) {
            this.service = service;
            this.port = port;
        }
    }

    /** Creates the ports of all instances that have one, closed. */
    public InstancePorts(MockServices services, PortFactory factory) {
        this.services = services;
        services.own().forEach(service -> entries.put(service.path(), new Entry(service, factory.port(service))));
    }

    /**
     * Opens the ports of the instances that exist from the start.
     *
     * @throws HostRefused when one cannot be opened; the caller closes all
     */
    public synchronized void start() throws HostRefused {
        for (Entry entry : entries.values()) {
            if (entry.service.folder().plan().laterPort().isEmpty()) {
                entry.port.open();
                entry.state = State.OPEN;
            }
        }
    }

    /** Closes all open ports. */
    public synchronized void stop() {
        for (Entry entry : entries.values()) {
            if (entry.state == State.OPEN) {
                entry.port.close();
            }
            entry.state = State.GONE;
        }
    }

    /**
     * Carries out an order.
     *
     * @param method {@code PUT} or {@code DELETE}
     * @param path of the instance
     * @return 200, or the reason for a refusal
     */
    public synchronized MockServices.Page order(String method, String path) {
        Entry entry = entries.get(path);
        if (services.at(path).isEmpty()) {
            return services.unknown(path);
        }
        boolean open = method.equals("PUT");
        if (!open && !method.equals("DELETE")) {
            return page(NOT_ALLOWED, "use PUT to open an instance, DELETE to close it");
        }
        if (entry == null) {
            return page(CONFLICT, path + " has no port of its own: it can be neither opened nor closed");
        }
        State needed = open ? State.NOT_YET : State.OPEN;
        if (entry.state != needed) {
            return page(CONFLICT, path + ' ' + words(entry.state));
        }
        return open ? opened(entry) : closed(entry);
    }

    private static MockServices.Page opened(Entry entry) {
        try {
            entry.port.open();
        } catch (HostRefused e) {
            return page(FAILED, entry.service.path() + " cannot be opened: " + e.getMessage());
        }
        entry.state = State.OPEN;
        return page(OK, entry.service.path() + " listens on port " + entry.service.ownPort());
    }

    private static MockServices.Page closed(Entry entry) {
        entry.port.close();
        entry.state = State.GONE;
        return page(OK, entry.service.path() + " is closed");
    }

    private static String words(State state) {
        return switch (state) {
            case NOT_YET -> "is not open yet";
            case OPEN -> "is open already";
            case GONE -> "was closed for good";
        };
    }

    private static MockServices.Page page(int status, String sentence) {
        return new MockServices.Page(
                status,
                "text/plain; charset=UTF-8",
                new AnswerBytes((sentence + "\n").getBytes(StandardCharsets.UTF_8)));
    }
}
