package io.soabench.orchestra;

import io.soabench.orchestra.ProcessDescriptor.Port;
import io.soabench.plan.Json;
import io.soabench.plugin.DatabaseDurability;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.FrontLifecycle;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Recovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * OW2 Orchestra 4.7.0 (LGPL-2.1) in a program of SOABench that gives it HTTP. Orchestra is resolved by Maven where the tool
 * runs; neither this module nor a compiled testbed contains it.
 */
public final class OrchestraServerType implements Engine {

    private static final String PROGRAM = "orchestra";

    /** A class name, not a class: Orchestra is not on the tool's class path. */
    private static final String MAIN = "io.soabench.orchestra.front.OrchestraMain";

    /**
     * The time limit of a deployment. It needs many statements of the database, which take seconds on a busy machine.
     */
    private static final long DEPLOY_MS = 120_000;

    /**
     * The time limit of a removal. The server is stopped right after it, and a server whose threads wait for each other
     * never answers.
     */
    private static final long UNDEPLOY_MS = 20_000;

    private static final List<String> OPTIONS = List.of(
            "database",
            "http-threads",
            "queue-capacity",
            "job-threads",
            "invoke-threads",
            "connections",
            "answer-timeout");

    /**
     * The packages of the JDK that Orchestra and its libraries, written for Java 6, access by reflection; tested with
     * Java 17.
     */
    private static final List<String> EXPORTS = List.of(
            "java.xml/com.sun.org.apache.xerces.internal.dom",
            "java.xml/com.sun.org.apache.xerces.internal.jaxp",
            "java.xml/com.sun.org.apache.xerces.internal.parsers",
            "java.xml/com.sun.org.apache.xerces.internal.util",
            "java.xml/com.sun.org.apache.xerces.internal.xni",
            "java.xml/com.sun.org.apache.xerces.internal.xni.parser",
            "java.xml/com.sun.org.apache.xalan.internal.xsltc.trax");

    private static final List<String> OPENED_PACKAGES =
            List.of("java.base/java.lang", "java.base/java.util", "java.base/java.io");

    @Override
    public String name() {
        return "orchestra";
    }

    @Override
    public String licence() {
        return "LGPL-2.1-only";
    }

    @Override
    public String notice() {
        return "OW2 Orchestra 4.7.0 has no server program of its own that can be had. The HTTP layer in front of it is SOABench's"
                + " own: it reads and writes SOAP and hands messages to Orchestra's interface for Java; what it costs is a part"
                + " of the figures. Orchestra runs without journal and history, keeps every step of an instance in the embedded"
                + " H2 1.4.200 (not the 1.2 it was released with, which does not run on this Java), and deletes finished"
                + " instances.";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Some tens of requests a second; warm it up for a minute.",
                "All partners of one port type are called at one address; others are refused at deployment.",
                "SOAP 1.1, style document with one part or rpc, use literal.",
                "A partner that cannot be reached is tried again up to 50 times; the client's time-out usually comes first.",
                "One thread for each open request.",
                "No events of processes: it does not undeploy a process of which instances run.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return "file".equals(parameters.get("database"))
                ? new Durability(
                        Durability.Level.UNKNOWN,
                        "writes each step of an instance to the file of an embedded H2 database, which may not be on disk at once")
                : new Durability(
                        Durability.Level.NONE,
                        "writes each step of an instance to an embedded H2 database in memory and loses it with its process");
    }

    @Override
    public Recovery recovery(Map<String, String> parameters) {
        return DatabaseDurability.recovery(parameters);
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-server-orchestra:${project.version}"));
    }

    /** Returns the options with which a Java 17 runs Orchestra. */
    public static List<String> modules() {
        return Stream.concat(
                        EXPORTS.stream().flatMap(name -> Stream.of("--add-exports", name + "=ALL-UNNAMED")),
                        OPENED_PACKAGES.stream().flatMap(name -> Stream.of("--add-opens", name + "=ALL-UNNAMED")))
                .toList();
    }

    @Override
    public Lifecycle lifecycle() {
        return FrontLifecycle.of(PROGRAM, MAIN, modules(), OPTIONS, DEPLOY_MS, UNDEPLOY_MS);
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        process.copyDocuments(folder, ProcessDescriptor.FILE);
        Json.write(
                folder.resolve(ProcessDescriptor.FILE),
                new ProcessDescriptor(
                        process.bpel(),
                        FrontLifecycle.PATH + process.name(),
                        process.provided().stream()
                                .map(p -> new Port(p.link(), p.serviceNamespace(), p.service(), p.port(), ""))
                                .toList(),
                        process.invoked().stream()
                                .map(p -> new Port(p.link(), p.serviceNamespace(), p.service(), p.port(), p.address()))
                                .toList()));
    }
}
