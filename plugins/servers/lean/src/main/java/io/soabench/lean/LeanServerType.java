package io.soabench.lean;

import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.MockHost;
import java.util.List;

/** The lean mock host as a server type. Refers to nothing of Netty, so that the tool can load it without. */
public final class LeanServerType implements MockHost {

    private static final String PROGRAM = "host";

    /** A class name, not a class: the host's libraries are not on the tool's class path. */
    private static final String MAIN = "io.soabench.lean.LeanMockHost";

    /** Reading the largest traces takes some seconds. */
    private static final long READY_MS = 60_000;

    /** Opening or closing a port takes some milliseconds. */
    private static final long ORDER_MS = 10_000;

    private static final String SERVICE = "http://${address}:${port:http}/services/${service}";

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
        return Lifecycle.of(
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
                        new Probe("line:ready", 0, READY_MS))
                .serves(SERVICE, new Probe("http://${address}:${port:http}/services", 200, READY_MS))
                .changes(order("PUT"), order("DELETE"))
                .build();
    }

    private static HttpAction order(String method) {
        return new HttpAction(method, SERVICE, "", "", List.of(200), ORDER_MS);
    }
}
