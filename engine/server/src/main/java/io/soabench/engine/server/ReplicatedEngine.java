package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.admin.AdminInterface;
import io.soabench.engine.server.admin.AdminService;
import io.soabench.engine.server.admin.AdminToken;
import io.soabench.engine.server.durable.RecoveryGate;
import io.soabench.engine.server.durable.VersionStore;
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
import java.util.function.Consumer;

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

    private ReplicatedEngine(EngineConfiguration configuration, VersionStore versions, ReplicaGroup group) {
        this.configuration = configuration;
        this.group = group;
        if (versions != null) {
            opened.push(versions);
        }
        opened.push(group);
    }

    /** Starts an engine that logs an error of its disk, see the other method. */
    static ReplicatedEngine start(EngineConfiguration configuration, EnginePlan plan, EngineClock clock)
            throws EngineStartException {
        return start(
                configuration,
                plan,
                clock,
                () -> LOG.log(
                        System.Logger.Level.ERROR,
                        "The parent of the replicas cannot go on: it has no memory left, or its admin interface has ended."),
                error -> LOG.log(System.Logger.Level.ERROR, "The engine cannot go on: its disk fails.", error));
    }

    /**
     * Starts an engine; it is ready when this returns.
     *
     * @param plan a plan whose replicas are processes
     * @param broken called when the memory of this process is exhausted, or the admin interface has ended; should end the
     *     process, as it cannot watch the replicas any more, or nobody can administer them
     * @param diskFailed called when the disk of a durable engine fails; should end the process
     * @throws EngineStartException if a port is in use or a deployment is refused; nothing runs then
     */
    static ReplicatedEngine start(
            EngineConfiguration configuration,
            EnginePlan plan,
            EngineClock clock,
            Runnable broken,
            Consumer<IOException> diskFailed)
            throws EngineStartException {
        AdminToken token =
                configuration.adminToken() == null ? AdminToken.NONE : AdminToken.read(configuration.adminToken());
        ServerTls tls = Engine.tls(configuration, clock);
        // Here and not in the replicas first, so that a wrong file is reported once.
        Engine.partnerTls(configuration, clock);
        Engine.checkDurablePort(configuration);
        int[] port = {configuration.port()};
        ReplicaLaunch launch = new ReplicaLaunch(
                plan,
                ReplicaMain.class.getName(),
                replica -> EngineArguments.of(configuration.shareOfProcess(replica, plan.totals()), port[0]));
        VersionStore versions = versions(configuration, clock, diskFailed);
        ReplicatedEngine engine;
        try {
            engine = new ReplicatedEngine(
                    configuration,
                    versions,
                    ReplicaGroup.at(
                            configuration.host(),
                            configuration.port(),
                            launch,
                            configuration.replicas().livenessTimeout(),
                            versions == null ? null : new ReplicaGroup.DurableGroup(versions, diskFailed),
                            clock));
        } catch (GroupStartException e) {
            if (versions != null) {
                versions.close();
            }
            throw new EngineStartException(e.getMessage(), e);
        }
        port[0] = engine.group.port();
        plan.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        try {
            engine.open(tls, token, clock, broken);
            return engine;
        } catch (GroupStartException e) {
            engine.close();
            throw new EngineStartException(e.getMessage(), e);
        } catch (EngineStartException | RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** Opens the stored versions of processes of a durable engine; returns null for another engine. */
    private static VersionStore versions(
            EngineConfiguration configuration, EngineClock clock, Consumer<IOException> diskFailed)
            throws EngineStartException {
        if (configuration.durable() == null) {
            return null;
        }
        String url = configuration.tls().scheme() + "://" + configuration.host() + ":" + configuration.port();
        try {
            return VersionStore.open(configuration.durable(), url, clock, diskFailed);
        } catch (IOException e) {
            throw Engine.unusable(configuration.durable(), e);
        }
    }

    private void open(ServerTls tls, AdminToken token, EngineClock clock, Runnable broken)
            throws EngineStartException, GroupStartException {
        Exhaustion exhaustion = new Exhaustion(Exhaustion.Heap.OWN, clock, LOOK_PAUSE, broken);
        opened.push(exhaustion);
        routes = new GroupRoutes(group, clock);
        RecoveryGate gate = null;
        if (configuration.durable() != null) {
            warnings.addAll(Engine.storageWarnings(configuration.durable()));
            gate = new RecoveryGate(routes, group::recovered, group::toRecover);
            openAdmin(gate, tls, token, clock, exhaustion, broken);
        }
        group.start();
        if (configuration.deploy() != null) {
            DeployFolder.deploy(configuration.deploy(), (name, entries) -> routes.deployments()
                    .deploy(name, entries)
                    .forEach(warning -> warnings.add("deployment '" + name + "': " + warning)));
        }
        if (gate == null) {
            openAdmin(routes, tls, token, clock, exhaustion, broken);
        }
        group.listen();
        routes.ready();
        if (gate != null) {
            gate.ready();
        }
    }

    private void openAdmin(
            AdminService service,
            ServerTls tls,
            AdminToken token,
            EngineClock clock,
            Exhaustion exhaustion,
            Runnable broken)
            throws EngineStartException {
        try {
            admin = new AdminInterface(
                    configuration.adminPort(),
                    configuration.tls().admin() ? tls : null,
                    token,
                    service,
                    new HeldMemory(configuration.maxHeldBytes()),
                    new Failures(new Counters(), clock, exhaustion),
                    broken,
                    clock);
            opened.push(admin);
        } catch (IOException e) {
            throw EngineStartException.ofAdminPort(configuration.adminPort(), e);
        }
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
        return group.drain(atMost.plus(configuration.snapshotAtStop()));
    }

    @Override
    public void close() {
        opened.close();
    }
}
