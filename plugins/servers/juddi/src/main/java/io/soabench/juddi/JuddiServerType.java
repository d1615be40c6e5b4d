package io.soabench.juddi;

import io.soabench.plugin.Checksums;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.Registry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The server type of Apache jUDDI. It refers to no class of jUDDI, so that the tool can load it without jUDDI. */
public final class JuddiServerType implements Registry {

    private static final String PROGRAM = "juddi";

    /** The name of the registry's main class; the registry's libraries are not on the tool's class path. */
    private static final String MAIN = "io.soabench.juddi.JuddiProgram";

    private static final String CONFIGURATION = "juddi.xml";
    private static final String LOGGING = "logging.properties";
    private static final String PERSISTENCE = "persistence.xml";

    /** The folder for the program's classes. It exists before the program begins, because a file was placed in it. */
    private static final String CLASSES = "classes";

    private static final String SERVICES = "http://${address}:${port:http}/juddiv3/services/";

    /** The time limit of the start: jUDDI makes its tables, seeds them, and loads many classes for it. */
    private static final long READY_MS = 180_000;

    private static final long PUBLISH_MS = 20_000;

    @Override
    public String name() {
        return "juddi";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public String notice() {
        return "The registry is jUDDI behind the HTTP server of the JDK, not jUDDI's own web application.";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Everything that is published is in memory, and gone with it.",
                "Whoever reaches its port may publish: let only the hosts of the testbed reach it.",
                "Inquiry, publication and security of UDDI version 3; no subscription, no replication, no pages for people.",
                "Bindings of WSDL are not described, only port types: one tModel a port type, one service an instance.");
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-server-juddi:${project.version}"));
    }

    @Override
    public Checksums checksums() {
        return Checksums.read(JuddiServerType.class, "parts.sha256");
    }

    @Override
    public Lifecycle lifecycle() {
        return Lifecycle.of(
                        List.of(
                                "${java}",
                                "-Xms${param:heap:MiB}m",
                                "-Xmx${param:heap:MiB}m",
                                // The registry is not measured, and most of its work is its start.
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Djava.io.tmpdir=${work}",
                                "-Djava.util.logging.config.file=${work}/" + LOGGING,
                                "-Djuddi.propertiesFile=${work}/" + CONFIGURATION,
                                "-Dderby.stream.error.file=${work}/derby.log",
                                // Else the JDK's server delays the rest of an answer until an acknowledgement.
                                "-Dsun.net.httpserver.nodelay=true",
                                "${param:jvm-options:words}",
                                "-cp",
                                // Colon: servers run on Linux.
                                "${work}/" + CLASSES + ":${classpath:" + PROGRAM + "}",
                                MAIN,
                                "${address}",
                                "${port:http}",
                                "${work}/" + CLASSES),
                        new Probe(SERVICES + "inquiry?wsdl", 200, READY_MS))
                .files(Map.of(
                        CONFIGURATION,
                        resource(CONFIGURATION),
                        LOGGING,
                        resource(LOGGING),
                        CLASSES + "/META-INF/" + PERSISTENCE,
                        resource(PERSISTENCE)))
                .logs("*.log")
                .registers(List.of(publish("save-tmodel.xml"), publish("save-service.xml")), SERVICES + "inquiry")
                .build();
    }

    private static HttpAction publish(String request) {
        return new HttpAction(
                "POST",
                SERVICES + "publish",
                "text/xml; charset=utf-8",
                Lifecycle.TEXT + resource(request),
                List.of(200),
                PUBLISH_MS);
    }

    private static String resource(String name) {
        try (InputStream in = JuddiServerType.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
