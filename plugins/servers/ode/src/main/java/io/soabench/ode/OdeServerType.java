package io.soabench.ode;

import io.soabench.plugin.Checksums;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Recovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The server type of Apache ODE. It refers to no class of ODE or Tomcat, so that the tool can load it without them. */
public final class OdeServerType implements Engine {

    private static final String PROGRAM = "ode";

    /** The name of the engine's main class; the engine's libraries are not on the tool's class path. */
    private static final String MAIN = "io.soabench.ode.OdeProgram";

    private static final String SERVER = "http://${address}:${port:http}";
    private static final String DEPLOYMENT = SERVER + "/soabench/deployments/${process}";
    private static final String ENDPOINT = SERVER + OdePackage.PATH + "${process}";

    /** The time limit of the start; ODE starts within three seconds on an idle machine. */
    private static final long READY_MS = 120_000;

    /** The time limit of a deployment: it compiles a process, and the first one loads all classes of the compiler. */
    private static final long DEPLOY_MS = 60_000;

    private static final long UNDEPLOY_MS = 20_000;

    /** The time from SIGTERM to SIGKILL. The program ends within {@link OdeProgram#STOP}; a busy machine gets more. */
    private static final long STOP_MS = 15_000;

    @Override
    public String name() {
        return "ode";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "SOAP 1.1 bindings only; a process with others is refused when it is packaged.",
                "No counters: the ledger compares requests with the partners' calls, not with instances.",
                "With settings stock it loses answers of partners when some ten clients keep it busy; that is how it was"
                        + " released.",
                "In memory it keeps message exchanges that ended badly for ten minutes, on Derby all instances: give long"
                        + " runs heap.",
                "Its libraries are old and have known security holes: let only the tool reach its port.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return "derby".equals(parameters.get("persistence"))
                ? new Durability(
                        Durability.Level.DISK, "writes each step of an instance to an embedded Derby database on disk")
                : Durability.IN_MEMORY;
    }

    /** Returns that ODE has its processes again, because their bundles lie in its folder; on Derby also their instances. */
    @Override
    public Recovery recovery(Map<String, String> parameters) {
        return Recovery.ALL;
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-server-ode:${project.version}"));
    }

    /** Returns the checksums of ODE's released files, so that the measured ODE is the released one. */
    @Override
    public Checksums checksums() {
        return Checksums.read(OdeServerType.class, "parts.sha256");
    }

    @Override
    public Lifecycle lifecycle() {
        return Lifecycle.of(
                        List.of(
                                "${java}",
                                "-Xms${param:heap:MiB}m",
                                "-Xmx${param:heap:MiB}m",
                                // Tomcat and ODE put their temporary files into the work folder, which is removed even
                                // when the server is killed.
                                "-Djava.io.tmpdir=${work}",
                                "${param:jvm-options:words}",
                                "-cp",
                                "${classpath:" + PROGRAM + "}",
                                MAIN,
                                "--host",
                                "${address}",
                                "--port",
                                "${port:http}",
                                "--folder",
                                "${work}",
                                "--persistence",
                                "${param:persistence}",
                                "--settings",
                                "${param:settings}",
                                "${param:http-threads:option:--http-threads}",
                                "${param:connections:option:--connections}",
                                "${param:message-timeout:option:--message-timeout}"),
                        new Probe(SERVER + "/ode/deployment/bundles/", 200, READY_MS))
                .deploys(
                        new HttpAction("PUT", DEPLOYMENT, "application/zip", "zip:${package}", List.of(201), DEPLOY_MS),
                        new Probe(ENDPOINT + "?wsdl", 200, READY_MS),
                        new HttpAction("DELETE", DEPLOYMENT, "", "", List.of(204), UNDEPLOY_MS),
                        ENDPOINT)
                .redeploys()
                .calledBack(ENDPOINT + ".${link}")
                .callsClients(Lifecycle.Calling.LINK)
                .logs("logs/*.log")
                .graceMs(STOP_MS)
                .build();
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        OdePackage.write(process, folder);
    }
}
