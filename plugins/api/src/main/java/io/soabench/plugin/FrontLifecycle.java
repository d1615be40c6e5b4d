package io.soabench.plugin;

import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The life cycle of engines that are libraries behind SOABench's front: its command line, health, deployment and counters. The server type
 * declares the ports {@code http} and {@code admin}, and the parameters {@code heap} and {@code jvm-options}.
 */
public final class FrontLifecycle {

    /** The path of a process, before its name. */
    public static final String PATH = "/processes/";

    private static final String ADMIN = "http://127.0.0.1:${port:admin}";
    private static final String DEPLOYMENT = ADMIN + "/deployments/${process}";
    private static final String ENDPOINT = "http://${address}:${port:http}" + PATH + "${process}";

    /**
     * The time limit of a start. An engine makes its tables then, which took two minutes when six engines started at
     * once.
     */
    private static final long READY_MS = 240_000;

    private static final long ANSWER_MS = 10_000;

    /** The time limit of the history, which is read once, when nothing is measured. */
    private static final long HISTORY_MS = 120_000;

    /** The time from SIGTERM to SIGKILL. The front ends at once, or five seconds later while requests are open; a busy machine gets more. */
    private static final long STOP_MS = 15_000;

    private static final HttpAction STATISTICS =
            new HttpAction("GET", ADMIN + "/statistics", "", "", List.of(200), ANSWER_MS);

    private static final HttpAction HISTORY =
            new HttpAction("GET", ADMIN + "/instances", "", "", List.of(200), HISTORY_MS);

    private FrontLifecycle() {}

    /**
     * Returns a life cycle.
     *
     * @param program name of the type's program
     * @param main name of the front's class with {@code main}
     * @param java further options of the Java virtual machine
     * @param options of the program, without {@code --}; each has the value of the parameter of its name. The limit of a request's size is not
     *     among them, since every front has it
     * @param deployMs time for a deployment, in milliseconds
     * @param undeployMs time for a removal, in milliseconds
     */
    public static Lifecycle of(
            String program, String main, List<String> java, List<String> options, long deployMs, long undeployMs) {
        List<String> arguments =
                new ArrayList<>(List.of("${java}", "-Xms${param:heap:MiB}m", "-Xmx${param:heap:MiB}m"));
        arguments.addAll(java);
        arguments.addAll(List.of(
                // For files of libraries: gone with the server, even when it is killed.
                "-Djava.io.tmpdir=${work}",
                "${param:jvm-options:words}",
                "-cp",
                "${classpath:" + program + "}",
                main,
                "--host",
                "${address}",
                "--port",
                "${port:http}",
                "--admin-port",
                "${port:admin}",
                "--work",
                "${work}"));
        options.forEach(option -> arguments.addAll(List.of("--" + option, "${param:" + option + "}")));
        arguments.addAll(List.of("--max-body-bytes", "${param:max-body}"));
        return Lifecycle.of(arguments, new Probe(ADMIN + "/health", 200, READY_MS))
                .deploys(
                        new HttpAction("PUT", DEPLOYMENT, "application/zip", "zip:${package}", List.of(201), deployMs),
                        new Probe(DEPLOYMENT, 200, READY_MS),
                        new HttpAction("DELETE", DEPLOYMENT, "", "", List.of(204), undeployMs),
                        ENDPOINT)
                .statistics(STATISTICS)
                .reportsMetrics(STATISTICS, Map.of("instances-faulted", List.of("instancesFaulted")), HISTORY)
                .graceMs(STOP_MS)
                // Of a database that the engine starts; its sentences name the file.
                .logs("*.log")
                .build();
    }
}
