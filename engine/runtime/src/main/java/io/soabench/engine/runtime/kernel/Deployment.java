package io.soabench.engine.runtime.kernel;

import java.util.List;
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
    private final String ownAddress;
    private final AtomicInteger running = new AtomicInteger();
    private final Router router = new Router();
    private volatile boolean closed;

    /**
     * A deployment.
     *
     * @param name its name in the admin interface
     * @param program what runs
     * @param addresses by number of the partner link; empty when the partner is not known before run time
     * @param ownAddress where the process itself is
     */
    public Deployment(String name, Program program, List<String> addresses, String ownAddress) {
        this.ownAddress = ownAddress;
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

    /** Address of a partner as deployed, empty when not known. */
    public String address(int partnerLink) {
        return addresses.get(partnerLink);
    }

    /** Address of the process itself. */
    public String ownAddress() {
        return ownAddress;
    }

    /** Instances that have not ended. */
    public int running() {
        return running.get();
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
