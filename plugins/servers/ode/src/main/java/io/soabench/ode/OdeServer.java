package io.soabench.ode;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.MultiThrowable;

/** An ODE in an embedded Tomcat. ODE keeps its configuration in system properties and statics, so a process has one. */
final class OdeServer {

    /** The name of ODE's servlet class, so that only Tomcat is needed at compile time. */
    private static final String SERVLET = "org.apache.ode.axis2.hooks.ODEAxisServlet";

    /** The time that Tomcat waits at its end for requests in flight: they were given up. */
    private static final long CLOSE_MS = 100;

    /** The connection timeout of Tomcat's released server.xml; the embedded Tomcat would wait for 60 s. */
    private static final String CONNECTION_TIMEOUT_MS = "20000";

    private final Tomcat tomcat;

    private OdeServer(Tomcat tomcat) {
        this.tomcat = tomcat;
    }

    /**
     * Starts an instance in its folder. Returns when it accepts deployments.
     *
     * @throws OdeRefused when it cannot start, for a reason that the user can correct
     */
    static OdeServer start(OdeOptions options) throws OdeRefused {
        InstanceFolder folder = new InstanceFolder(options.folder());
        Connector connector = connector(options);
        try {
            if (!Files.isDirectory(options.folder())) {
                throw new OdeRefused("--folder " + options.folder() + " is not a folder; create it");
            }
            folder.write(options.settings(), options.port());
            logs(folder);
            return start(options, folder, connector);
        } catch (IOException e) {
            throw new OdeRefused("the instance cannot be written to " + options.folder() + ": " + e.getMessage());
        }
    }

    private static void logs(InstanceFolder folder) throws IOException {
        System.setProperty(
                "log4j.configuration", folder.logConfiguration().toUri().toString());
        System.setProperty(
                "derby.stream.error.file", folder.logs().resolve("derby.log").toString());
        Logger root = Logger.getLogger("");
        for (Handler console : root.getHandlers()) {
            root.removeHandler(console);
        }
        FileHandler file = new FileHandler(folder.logs().resolve("tomcat.log").toString());
        file.setFormatter(new SimpleFormatter());
        root.addHandler(file);
        root.setLevel(Level.INFO);
    }

    private static OdeServer start(OdeOptions options, InstanceFolder folder, Connector connector) throws OdeRefused {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.root().resolve("tomcat").toString());
        tomcat.setConnector(connector);
        tomcat.getHost().setAutoDeploy(false);
        StandardContext ode =
                (StandardContext) tomcat.addContext("/ode", folder.application().toString());
        settle(ode);
        ode.setFailCtxIfServletStartFails(true);
        Wrapper axis = Tomcat.addServlet(ode, "ode", SERVLET);
        axis.setLoadOnStartup(1);
        ode.addServletMappingDecoded("/processes/*", "ode");
        ode.addServletMappingDecoded("/deployment/*", "ode");
        StandardContext own = (StandardContext) tomcat.addContext("/soabench", null);
        settle(own);
        Tomcat.addServlet(
                own,
                "deployments",
                new DeploymentServlet(
                        new DeploymentService(options.host(), options.port()),
                        new DescriptorParameters(
                                options.inMemory(), options.settings().faultOnFailure())));
        own.addServletMappingDecoded("/deployments/*", "deployments");
        OdeServer server = new OdeServer(tomcat);
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            server.stop();
            Throwable root = root(e);
            throw new OdeRefused(
                    root instanceof BindException
                            ? "cannot listen on " + options.host() + ':' + options.port() + ": " + root.getMessage()
                                    + "; choose another --port or --host"
                            : "Tomcat did not start: " + root + "; see " + folder.logs());
        }
        if (!ode.getState().isAvailable()) {
            server.stop();
            throw new OdeRefused("ODE did not start: " + lastError(folder.logs()) + "; see " + folder.logs());
        }
        return server;
    }

    private static void settle(StandardContext context) {
        context.setUnloadDelay(CLOSE_MS);
        // These look for leaks of a redeployed application and need --add-opens; this one is deployed once.
        context.setClearReferencesObjectStreamClassCaches(false);
        context.setClearReferencesRmiTargets(false);
        context.setClearReferencesThreadLocals(false);
    }

    private static Connector connector(OdeOptions options) throws OdeRefused {
        try {
            InetAddress.getByName(options.host());
        } catch (UnknownHostException e) {
            throw new OdeRefused("--host " + options.host() + " is not a known address; use one of this machine");
        }
        OdeSettings settings = options.settings();
        Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(options.port());
        connector.setThrowOnFailure(true);
        connector.setProperty("address", options.host());
        connector.setProperty("maxThreads", Integer.toString(settings.httpThreads()));
        connector.setProperty("acceptCount", Integer.toString(settings.backlog()));
        connector.setProperty("maxKeepAliveRequests", Integer.toString(settings.requestsPerConnection()));
        connector.setProperty("connectionTimeout", CONNECTION_TIMEOUT_MS);
        return connector;
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (true) {
            Throwable cause = root instanceof MultiThrowable several
                    ? several.getThrowables().get(0)
                    : root.getCause();
            if (cause == null) {
                return root;
            }
            root = cause;
        }
    }

    /** Returns the last error line of ODE, or the place of its logs. */
    private static String lastError(Path logs) {
        try {
            List<String> errors = Files.readAllLines(logs.resolve("ode.log")).stream()
                    .filter(line -> line.contains(" ERROR ") || line.contains(" FATAL "))
                    .toList();
            return errors.isEmpty() ? "its log names no error" : errors.get(errors.size() - 1);
        } catch (IOException e) {
            return "its log cannot be read";
        }
    }

    /** Stops the server; open requests are given up. */
    void stop() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException("Tomcat did not stop: " + e.getMessage(), e);
        }
    }
}
