package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.admin.AdminInterface;
import io.soabench.engine.server.admin.AdminToken;
import io.soabench.engine.server.group.GroupRoutes;
import io.soabench.engine.server.group.GroupStartException;
import io.soabench.engine.server.group.ReplicaGroup;
import io.soabench.engine.server.group.ReplicaLaunch;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.tls.ServerTls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An engine whose replicas are processes. This process starts the replicas, watches them, and has one admin interface
 * for all of them; it handles no message. Source: P13, section 3.
 */
final class ReplicatedEngine implements RunningEngine {
    private static final System.Logger LOG = System.getLogger(ReplicatedEngine.class.getName());
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(1);

    private final EngineConfiguration configuration;
    private final ReplicaGroup group;
    private final List<String> warnings = new ArrayList<>();
    private final CloseStack opened = new CloseStack();
    private GroupRoutes routes;
    private AdminInterface admin;

    private ReplicatedEngine(EngineConfiguration configuration, ReplicaGroup group) {
        this.configuration = configuration;
        this.group = group;
        opened.push(group);
    }

    /**
     * Starts an engine; it is ready when this returns.
     *
     * @param plan a plan whose replicas are processes
     * @throws EngineStartException if a port is in use or a deployment is refused; nothing runs then
     */
    static ReplicatedEngine start(EngineConfiguration configuration, EnginePlan plan, EngineClock clock)
            throws EngineStartException {
        AdminToken token =
                configuration.adminToken() == null ? AdminToken.NONE : AdminToken.read(configuration.adminToken());
        ServerTls tls = Engine.tls(configuration, clock);
        // Here and not in the replicas first, so that a wrong file is reported once.
        Engine.partnerTls(configuration, clock);
        try {
            int[] port = {configuration.port()};
            ReplicaLaunch launch = new ReplicaLaunch(
                    plan,
                    ReplicaMain.class.getName(),
                    replica -> EngineArguments.of(configuration.shareOfProcess(replica, plan.totals()), port[0]));
            ReplicatedEngine engine = new ReplicatedEngine(
                    configuration,
                    ReplicaGroup.at(
                            configuration.host(),
                            configuration.port(),
                            launch,
                            configuration.replicas().livenessTimeout(),
                            clock));
            port[0] = engine.group.port();
            plan.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
            try {
                engine.open(tls, token, clock);
                return engine;
            } catch (EngineStartException | GroupStartException | RuntimeException e) {
                engine.close();
                throw e;
            }
        } catch (GroupStartException e) {
            throw new EngineStartException(e.getMessage(), e);
        }
    }

    private void open(ServerTls tls, AdminToken token, EngineClock clock)
            throws EngineStartException, GroupStartException {
        Exhaustion exhaustion = new Exhaustion(
                Exhaustion.Heap.OWN,
                clock,
                LOOK_PAUSE,
                () -> LOG.log(System.Logger.Level.ERROR, "The parent of the replicas has no memory left."));
        opened.push(exhaustion);
        group.start();
        routes = new GroupRoutes(group, clock);
        if (configuration.deploy() != null) {
            DeployFolder.deploy(configuration.deploy(), (name, entries) -> routes.deployments()
                    .deploy(name, entries)
                    .forEach(warning -> warnings.add("deployment '" + name + "': " + warning)));
        }
        try {
            admin = new AdminInterface(
                    configuration.adminPort(),
                    configuration.tls().admin() ? tls : null,
                    token,
                    routes,
                    new HeldMemory(configuration.maxHeldBytes()),
                    new Failures(new Counters(), clock, exhaustion),
                    clock);
            opened.push(admin);
        } catch (IOException e) {
            throw EngineStartException.ofAdminPort(configuration.adminPort(), e);
        }
        group.listen();
        routes.ready();
    }

    /** Returns the replicas. */
    ReplicaGroup group() {
        return group;
    }

    @Override
    public String url() {
        return configuration.tls().scheme() + "://" + configuration.host() + ":" + group.port();
    }

    @Override
    public int adminPort() {
        return admin.port();
    }

    @Override
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public void awaitShutdown() throws InterruptedException {
        routes.awaitShutdown();
    }

    @Override
    public boolean drain(Duration atMost) {
        return group.drain(atMost);
    }

    @Override
    public void close() {
        opened.close();
    }
}
