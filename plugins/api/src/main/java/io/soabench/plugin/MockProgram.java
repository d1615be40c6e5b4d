package io.soabench.plugin;

import io.soabench.plan.RunFiles;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The life of a {@link MockHost} that is a Java program with the command line of the bundled hosts: it takes {@code --host}, {@code --port},
 * {@code --services} (folders, comma between them) and {@code --calls} (the file it logs to), prints {@code ready} as a line of its own, opens
 * and closes the port of a service instance on PUT and DELETE of its address, and answers a GET of {@code ?statistics} with flat JSON that has
 * the numbers {@value #IN_SERVICE} and {@value #WAITING}, and ends with status 0 after SIGTERM. Its type declares the port {@code http} and
 * the parameters {@code heap} and {@code jvm-options}; its program is named {@value #PROGRAM}. It is compiled by the first compiler of its
 * virtual machine only, unless {@code jvm-options} have {@code -XX:TieredStopAtLevel=4}, and has the serial garbage collector unless they
 * choose another.
 *
 * @param main class with the main method, by name: its libraries are not on the tool's class path
 * @param root path under which the services answer, for example {@code /services}; a GET of it tells that the host is there
 * @param options further options of the Java virtual machine, with placeholders
 * @param readyMs how long it may take to read its traces and to answer, milliseconds
 */
public record MockProgram(String main, String root, List<String> options, long readyMs) {

    /** What {@link ServerType#programs} calls it. */
    public static final String PROGRAM = "host";

    /** Requests that its services have received and not yet answered. */
    public static final String IN_SERVICE = "inService";

    /** How many of these wait on paper, for a limit of throughput or for a free place. */
    public static final String WAITING = "waiting";

    /**
     * What both compilers take until a host is warm, and beside the first requests, is more than most experiments ask of it
     * (plugins/servers/mock/README.md, docs/decisions/0015).
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    /**
     * What such a host makes is garbage as soon as the answer is sent, which the serial collector throws away with the least processor
     * time, and without threads of its own (docs/decisions/0015).
     */
    private static final String COLLECTOR = "${param:jvm-options:collector:-XX:+UseSerialGC}";

    /** Opening or closing a port takes some milliseconds. */
    private static final long ORDER_MS = 10_000;

    private static final String ADDRESS = "http://${address}:${port:http}";

    public MockProgram {
        options = List.copyOf(options);
    }

    /** Its life cycle. */
    public Lifecycle lifecycle() {
        List<String> command = new ArrayList<>(
                List.of("${java}", "-Xms${param:heap:MiB}m", "-Xmx${param:heap:MiB}m", FIRST_COMPILER, COLLECTOR));
        command.addAll(options);
        command.addAll(List.of(
                "${param:jvm-options:words}",
                "-cp",
                "${classpath:" + PROGRAM + "}",
                main,
                "--host",
                "${address}",
                "--port",
                "${port:http}",
                "--services",
                "${services}",
                "--calls",
                "${out}/" + RunFiles.Each.CALLS.of("${name}")));
        String service = ADDRESS + root + "/${service}";
        return Lifecycle.of(command, new Probe("line:ready", 0, readyMs))
                .serves(service, new Probe(ADDRESS + root, 200, readyMs))
                .changes(order("PUT", service), order("DELETE", service))
                .tells(
                        order("GET", ADDRESS + root + "?statistics"),
                        Map.of("in-service", List.of(IN_SERVICE), "queue", List.of(WAITING)))
                .archives()
                .build();
    }

    private static HttpAction order(String method, String url) {
        return new HttpAction(method, url, "", "", List.of(200), ORDER_MS);
    }
}
