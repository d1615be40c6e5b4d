package io.soabench.plugin;

import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The life of a {@link MockHost} that is a Java program with the command line of the bundled hosts.
 *
 * <ul>
 *   <li>It takes {@code --host}, {@code --port}, {@code --services} (folders, comma between them) and {@code --calls} (its log
 *       of calls).
 *   <li>It prints {@code ready} as a line of its own.
 *   <li>It opens and closes the port of a service instance on PUT and DELETE of its address.
 *   <li>It answers a GET of {@code ?statistics} with flat JSON that has the numbers {@value #IN_SERVICE} and {@value #WAITING}.
 *   <li>It speaks TLS with {@code --tls-certificate} and {@code --tls-key} (files in the PEM format). With {@code --trust}, it
 *       calls back by https where the server has a certificate of that file, or of an issuer there.
 *   <li>It ends with status 0 after SIGTERM.
 * </ul>
 *
 * <p>Its type declares the port {@code http} and the parameters {@code heap}, {@code jvm-options} and {@code tls}. Its program is
 * named {@value #PROGRAM}.
 *
 * <p>Only the first compiler of the virtual machine compiles it, unless {@code jvm-options} have {@code
 * -XX:TieredStopAtLevel=4}. It has the serial garbage collector, unless {@code jvm-options} choose another.
 *
 * @param main name of the class with the main method: its libraries are not on the tool's class path
 * @param root path under which the services answer, for example {@code /services}; a GET of it answers once the host
 *     runs
 * @param options further options of the Java virtual machine, with placeholders
 * @param readyMs time limit for reading its traces and answering, milliseconds
 */
public record MockProgram(String main, String root, List<String> options, long readyMs) {

    /** The name of the program in {@link ServerType#programs}. */
    public static final String PROGRAM = "host";

    /** Requests that its services have received and not yet answered. */
    public static final String IN_SERVICE = "inService";

    /** The number of these requests that wait in the model, for a limit of throughput or for a free place. */
    public static final String WAITING = "waiting";

    /**
     * The option that leaves out the second compiler. Until a host is warm, both compilers take more time than most
     * experiments demand of the host (plugins/servers/mock/README.md, docs/decisions/0015).
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    /**
     * The option for the serial collector. A host's objects are garbage as soon as the answer is sent. The serial
     * collector removes them with the least processor time and without threads of its own (docs/decisions/0015).
     */
    private static final String COLLECTOR = "${param:jvm-options:collector:-XX:+UseSerialGC}";

    /** The deadline of an order. Opening or closing a port takes some milliseconds. */
    private static final long ORDER_MS = 10_000;

    private static final String ADDRESS = "${scheme}://${address}:${port:http}";

    /** The options of a host that speaks TLS. */
    private static final String TLS = "${param:" + ServerPlan.TLS + ":when:--tls-certificate "
            + ServerIdentity.CERTIFICATE_FILE + " --tls-key " + ServerIdentity.KEY_FILE + "}";

    public MockProgram {
        options = List.copyOf(options);
    }

    /** Returns the life cycle. */
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
                "${out}/" + RunFiles.Each.CALLS.of("${name}"),
                TLS,
                "${authority:--trust}"));
        String service = ADDRESS + root + "/${service}";
        return Lifecycle.of(command, new Probe("line:ready", 0, readyMs))
                .serves(service, new Probe(ADDRESS + root, 200, readyMs))
                .changes(order("PUT", service), order("DELETE", service))
                .reportsMetrics(
                        order("GET", ADDRESS + root + "?statistics"),
                        Map.of("in-service", List.of(IN_SERVICE), "queue", List.of(WAITING)))
                .archives()
                .build();
    }

    private static HttpAction order(String method, String url) {
        return new HttpAction(method, url, "", "", List.of(200), ORDER_MS);
    }
}
