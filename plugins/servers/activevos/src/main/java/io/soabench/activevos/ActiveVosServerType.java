package io.soabench.activevos;

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

/**
 * The server type of ActiveBPEL 5 and ActiveVOS in the Tomcat in which the user installed it. Made from its public
 * documentation alone.
 */
public final class ActiveVosServerType implements Engine {

    private static final String PROGRAM = "front";

    /** The name of the program's main class; the program's libraries are not on the tool's class path. */
    private static final String MAIN = "io.soabench.activevos.ActiveVosProgram";

    private static final String SERVICES = "http://${address}:${port:http}/active-bpel/services";
    private static final String DEPLOYMENT = "http://127.0.0.1:${port:admin}/deployments/${process}";
    private static final String ENDPOINT = SERVICES + "/${process}";

    private static final long READY_MS = 240_000;

    /** The time limit until a deployed process answers; the engine checks its folder every 20 s. */
    private static final long DEPLOYED_MS = 120_000;

    private static final long PLACE_MS = 10_000;
    private static final long STOP_MS = 30_000;

    @Override
    public String name() {
        return "activevos";
    }

    @Override
    public String licence() {
        return "LicenseRef-ActiveVOS";
    }

    @Override
    public String notice() {
        return "This way of operating ActiveBPEL and ActiveVOS was made from public documentation and never run against the"
                + " engine by SOABench's authors. The engine is the user's own installation with the user's own settings; SOABench"
                + " sets the Java heap only. A small program of SOABench, idle while is measured, is counted as a part of the server.";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "The engine is not fetched: home names a Tomcat with it, and port http the connector in its server.xml.",
                "Archives are placed in the folder bpr, which the engine looks into every 20 s; what it refuses stands in its own"
                        + " deployment log only.",
                "No counters: the ledger compares requests with the partners' calls, not with instances.",
                "Whether instances are persistent is a setting of the installation.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return new Durability(
                Durability.Level.UNKNOWN, "keeps instances in memory or in a database, as its installation is set");
    }

    /** Returns that a kill is refused: nothing is known about a start in a folder that was used. */
    @Override
    public Recovery recovery(Map<String, String> parameters) {
        return Recovery.IMPOSSIBLE;
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-server-activevos:${project.version}"));
    }

    @Override
    public Lifecycle lifecycle() {
        return Lifecycle.of(
                        List.of(
                                "${java}",
                                "-Xmx32m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                "${classpath:" + PROGRAM + "}",
                                MAIN,
                                "--home",
                                "${param:home}",
                                "--port",
                                "${port:http}",
                                "--admin-port",
                                "${port:admin}",
                                "--heap",
                                "${param:heap:MiB}",
                                "${param:java-home:option:--java-home}",
                                "${param:jvm-options:option:--jvm-options}"),
                        new Probe(SERVICES, 200, READY_MS))
                .deploys(
                        new HttpAction("PUT", DEPLOYMENT, "application/zip", "zip:${package}", List.of(201), PLACE_MS),
                        new Probe(ENDPOINT + "?wsdl", 200, DEPLOYED_MS),
                        new HttpAction("DELETE", DEPLOYMENT, "", "", List.of(204), PLACE_MS),
                        ENDPOINT)
                .graceMs(STOP_MS)
                .build();
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        BprPackage.write(process, folder);
    }
}
