package io.soabench.axis2;

import io.soabench.mock.CallLog;
import io.soabench.mock.Callbacks;
import io.soabench.mock.HostProgram;
import io.soabench.mock.HostRefused;
import io.soabench.mock.HostTls;
import io.soabench.mock.InstancePorts;
import io.soabench.mock.MockService;
import io.soabench.mock.MockServices;
import io.soabench.mock.RunningHost;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.engine.ListenerManager;
import org.apache.axis2.transport.http.AxisServlet;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Mocked services on Apache Axis2 in an embedded Tomcat, at {@code /axis2/services/<path>}. */
public final class Axis2MockHost implements RunningHost {

    /** The number of threads. A delayed answer holds no thread, so these only read and answer. */
    private static final int MOST_THREADS = 24;

    /** The number of connections at a time; engines with many workers keep one each. */
    private static final int MOST_CONNECTIONS = 20_000;

    private static final int BACKLOG = 1_024;

    /** The time that an unused connection is kept: longer than any pause of a test. */
    private static final int KEEP_ALIVE_MS = 600_000;

    /** The time that Tomcat waits at its end for answers that were given up already. */
    private static final long CLOSE_MS = 50;

    /**
     * The StAX parser that Axis2 comes with. Without this setting, Axis2 would use Aalto, which is on the class path
     * for {@link MockService}. Axiom does not know Aalto, and Aalto ignores the charset of a transport.
     */
    private static final Map<String, String> PARSERS = Map.of(
            "javax.xml.stream.XMLInputFactory", "com.ctc.wstx.stax.WstxInputFactory",
            "javax.xml.stream.XMLOutputFactory", "com.ctc.wstx.stax.WstxOutputFactory");

    /** The loggers whose level was set; an unreferenced logger loses its level. */
    private static final List<Logger> LOGGERS = List.of(
            Logger.getLogger("org.apache.axis2"),
            Logger.getLogger("org.apache.catalina"),
            Logger.getLogger("org.apache.coyote"),
            Logger.getLogger("org.apache.tomcat"));

    /** The logger of session identifiers. It warns on a busy machine, although there are no sessions. */
    private static final Logger SESSIONS = Logger.getLogger("org.apache.catalina.util.SessionIdGeneratorBase");

    private final Tomcat tomcat;
    private final Path folder;
    private final PendingReplies replies;
    private final InstancePorts instancePorts;
    private final Callbacks callbacks;

    private Axis2MockHost(
            Tomcat tomcat, Path folder, PendingReplies replies, InstancePorts instancePorts, Callbacks callbacks) {
        this.tomcat = tomcat;
        this.folder = folder;
        this.replies = replies;
        this.instancePorts = instancePorts;
        this.callbacks = callbacks;
    }

    /** Runs the host until SIGTERM; see {@link HostProgram}. */
    public static void main(String[] arguments) {
        HostProgram.run(
                arguments,
                "/axis2/services",
                tls -> (host, port, services, calls) -> start(host, port, services, calls, tls));
    }

    /** Starts a host without TLS; see {@link RunningHost.Starter}. */
    public static Axis2MockHost start(String host, int port, MockServices services, CallLog calls) throws HostRefused {
        return start(host, port, services, calls, HostTls.NONE);
    }

    /** Starts a host; see {@link RunningHost.Starter}. */
    static Axis2MockHost start(String host, int port, MockServices services, CallLog calls, HostTls tls)
            throws HostRefused {
        // Tomcat reads the files itself, and has no sentence for one that is wrong.
        var unused = tls.shown();
        LOGGERS.forEach(logger -> logger.setLevel(Level.WARNING));
        SESSIONS.setLevel(Level.SEVERE);
        PARSERS.forEach(System::setProperty);
        Connector connector = connector(host, port, tls);
        ConfigurationContext axis2 = axis2(services);
        HostClock clock = HostClock.system();
        PendingReplies replies = new PendingReplies(clock, calls);
        Callbacks callbacks = new Callbacks(services, clock, calls, tls);
        Tomcat tomcat = new Tomcat();
        Map<MockService, Connector> own = new HashMap<>();
        for (MockService service : services.own()) {
            own.put(service, connector(host, service.ownPort(), tls));
        }
        InstancePorts instancePorts = new InstancePorts(
                services, service -> new ConnectorPort(tomcat::getService, own.get(service), service, replies));
        Path folder = null;
        try {
            folder = Files.createTempDirectory("soabench-axis2-");
            tomcat.setBaseDir(folder.toString());
            tomcat.setConnector(connector);
            tomcat.getHost().setAutoDeploy(false);
            StandardContext context = (StandardContext) tomcat.addContext("/axis2", null);
            context.setUnloadDelay(CLOSE_MS);
            // These look for leaks of a redeployed application and need --add-opens; this one is deployed once.
            context.setClearReferencesObjectStreamClassCaches(false);
            context.setClearReferencesRmiTargets(false);
            context.setClearReferencesThreadLocals(false);
            context.getServletContext().setAttribute(AxisServlet.CONFIGURATION_CONTEXT, axis2);
            context.getPipeline().addValve(new ConnectionCloser.Entry());
            Wrapper servlet = Tomcat.addServlet(
                    context, "services", new MockServlet(services, instancePorts, replies, callbacks));
            servlet.setAsyncSupported(true);
            servlet.setLoadOnStartup(1);
            context.addServletMappingDecoded("/services/*", "services");
            tomcat.start();
            instancePorts.start();
        } catch (HostRefused e) {
            new Axis2MockHost(tomcat, folder, replies, instancePorts, callbacks).giveUp();
            throw e;
        } catch (LifecycleException e) {
            new Axis2MockHost(tomcat, folder, replies, instancePorts, callbacks).giveUp();
            throw new HostRefused("cannot listen on " + host + ':' + port + ": " + rootMessage(e)
                    + "; choose another --port or --host");
        } catch (IOException e) {
            throw new HostRefused("cannot make a temporary folder: " + e.getMessage() + "; check java.io.tmpdir");
        }
        // From now on Axis2 would log a stack trace for each request that it refuses; those are in the call log as BAD.
        LOGGERS.get(0).setLevel(Level.OFF);
        return new Axis2MockHost(tomcat, folder, replies, instancePorts, callbacks);
    }

    private static ConfigurationContext axis2(MockServices services) throws HostRefused {
        ConfigurationContext context;
        try {
            context = ConfigurationContextFactory.createConfigurationContextFromURIs(
                    Axis2MockHost.class.getResource("axis2.xml"), null);
            ListenerManager listeners = new ListenerManager();
            listeners.setShutdownHookRequired(false);
            listeners.init(context);
            listeners.start();
        } catch (AxisFault e) {
            throw new IllegalStateException("Axis2 does not accept the configuration that the host brings along", e);
        }
        List<String> problems = new ArrayList<>();
        for (MockService service : services.all()) {
            try {
                new ServiceArchive(service).deploy(context);
            } catch (HostRefused e) {
                problems.addAll(e.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new HostRefused(problems);
        }
        return context;
    }

    private static Connector connector(String host, int port, HostTls tls) throws HostRefused {
        try {
            InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new HostRefused("--host " + host + " is not a known address; use one of this machine");
        }
        Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(port);
        connector.setThrowOnFailure(true);
        // A port that is opened at the start can be closed while the rest goes on.
        connector.setProperty("bindOnInit", "false");
        connector.setProperty("address", host);
        connector.setProperty("acceptCount", Integer.toString(BACKLOG));
        connector.setProperty("maxConnections", Integer.toString(MOST_CONNECTIONS));
        connector.setProperty("maxThreads", Integer.toString(MOST_THREADS));
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("keepAliveTimeout", Integer.toString(KEEP_ALIVE_MS));
        connector.setProperty("connectionTimeout", Integer.toString(KEEP_ALIVE_MS));
        connector.setProperty("maxSwallowSize", "-1");
        tls.own().ifPresent(files -> secure(connector, files));
        return connector;
    }

    private static void secure(Connector connector, HostTls.OwnFiles files) {
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig shown = new SSLHostConfig();
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(shown, SSLHostConfigCertificate.Type.EC);
        certificate.setCertificateFile(files.certificate().toAbsolutePath().toString());
        certificate.setCertificateKeyFile(files.key().toAbsolutePath().toString());
        shown.addCertificate(certificate);
        connector.addSslHostConfig(shown);
    }

    static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }

    /** Closes a host that did not start, without the messages of Axis2 about its end, which would hide the cause. */
    private void giveUp() {
        LOGGERS.get(0).setLevel(Level.OFF);
        stop(Duration.ZERO);
    }

    @Override
    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    /** Returns the number of requests that have been received and not answered. */
    int openRequests() {
        return replies.open();
    }

    @Override
    public void stop(Duration grace) {
        tomcat.getConnector().pause();
        instancePorts.stop();
        replies.drain(grace);
        callbacks.stop(grace);
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException("Tomcat did not stop: " + e.getMessage(), e);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
