package io.soabench.lean;

import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.Command;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Instances;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.Lifecycle.Stop;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The lean mock host as a server type. Refers to nothing of Netty, so that the tool can load it without. */
public final class LeanServerType implements ServerType {

    private static final String PROGRAM = "host";

    /** A class name, not a class: the host's libraries are not on the tool's class path. */
    private static final String MAIN = "io.soabench.lean.LeanMockHost";

    /** Reading the largest traces takes some seconds. */
    private static final long READY_MS = 60_000;

    /** Opening or closing a port takes some milliseconds. */
    private static final long ORDER_MS = 10_000;

    private static final String SERVICE = "http://${address}:${port:http}/services/${service}";

    /** The host ends within three seconds; a slow machine gets more before it is killed. */
    private static final long STOP_MS = 10_000;

    @Override
    public String name() {
        return "lean";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public List<String> limits() {
        return List.of("HTTP/1.1 without TLS.", "Requests of at most 16 MiB, kept in memory.");
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-server-lean:${project.version}"));
    }

    @Override
    public Lifecycle lifecycle() {
        Command start = new Command(
                List.of(
                        "${java}",
                        "-Xms${param:heap:MiB}m",
                        "-Xmx${param:heap:MiB}m",
                        "${param:jvm-options:words}",
                        "-cp",
                        "${classpath:" + PROGRAM + "}",
                        MAIN,
                        "--host",
                        "${address}",
                        "--port",
                        "${port:http}",
                        "--services",
                        "${services}",
                        "--calls",
                        "${out}/calls-${name}.csv"),
                Map.of());
        return new Lifecycle(
                        Map.of(),
                        start,
                        new Probe("line:ready", 0, READY_MS),
                        List.of(),
                        new Probe("http://${address}:${port:http}/services", 200, READY_MS),
                        List.of(),
                        new Stop(STOP_MS),
                        "",
                        SERVICE,
                        null,
                        List.of())
                .withInstances(new Instances(order("PUT"), order("DELETE")));
    }

    private static HttpAction order(String method) {
        return new HttpAction(method, SERVICE, "", "", List.of(200), ORDER_MS);
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) {
        throw new UnsupportedOperationException("servers of type lean serve services; they do not run processes");
    }
}
