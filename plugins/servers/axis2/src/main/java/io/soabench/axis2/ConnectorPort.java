package io.soabench.axis2;

import io.soabench.mock.HostRefused;
import io.soabench.mock.InstancePorts;
import io.soabench.mock.MockService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Service;
import org.apache.catalina.connector.Connector;

/** The port of one service instance as a connector of its own. Used by one thread at a time. */
final class ConnectorPort implements InstancePorts.InstancePort {

    /** The interval at which a closing port checks for calls without an answer; nothing else waits for it. */
    private static final long LOOK_MS = 2;

    private final Supplier<Service> tomcat;
    private final Connector connector;
    private final MockService service;
    private final PendingReplies replies;

    /**
     * Creates the closed port.
     *
     * @param tomcat supplies the service when the port is opened
     */
    ConnectorPort(Supplier<Service> tomcat, Connector connector, MockService service, PendingReplies replies) {
        this.tomcat = tomcat;
        this.connector = connector;
        this.service = service;
        this.replies = replies;
    }

    @Override
    public void open() throws HostRefused {
        try {
            // Tomcat starts the connector at once if Tomcat itself has started.
            tomcat.get().addConnector(connector);
        } catch (IllegalArgumentException e) {
            throw new HostRefused("cannot listen on port " + connector.getPort() + ": " + Axis2MockHost.rootMessage(e));
        }
    }

    /** Closes the port. From here on, Tomcat answers requests on an open connection with 503 and closes that. */
    @Override
    public void close() {
        connector.getProtocolHandler().closeServerSocketGraceful();
        connector.pause();
        Thread thread = new Thread(this::end, "closing-" + service.path());
        thread.setDaemon(true);
        thread.start();
    }

    private void end() {
        while (replies.open(service) > 0) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
        }
        try {
            if (connector.getState().isAvailable()) {
                connector.stop();
            }
        } catch (LifecycleException e) {
            throw new IllegalStateException("the connector of " + service.path() + " did not stop", e);
        }
    }
}
