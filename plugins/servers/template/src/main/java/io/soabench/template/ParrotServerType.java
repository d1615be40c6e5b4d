package io.soabench.template;

import io.soabench.plugin.Checksums;
import io.soabench.plugin.Engine;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The server type of Parrot, which stands for the reader's own engine. Parrot is a program of its own. This class
 * refers to its coordinates only.
 */
public class ParrotServerType implements Engine {

    /** The name of the file that describes a package: partner addresses and services. */
    static final String DESCRIPTOR = "parrot.properties";

    private static final String SERVER = "http://${address}:${port:http}";
    private static final String DEPLOYMENT = SERVER + "/deployments/${process}";
    private static final String PATH = "/processes/";

    private static final long READY_MS = 60_000;
    private static final long DEPLOY_MS = 30_000;
    private static final long ANSWER_MS = 10_000;

    @Override
    public String name() {
        return "parrot";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public String notice() {
        return "Parrot repeats what it hears: it answers every request with the request, whatever the process says.";
    }

    @Override
    public List<String> limits() {
        return List.of("Calls no partners.", "SOAP 1.1 only.");
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program("parrot", "com.example:parrot-server:1.0"));
    }

    @Override
    public Checksums checksums() {
        return Checksums.read(ParrotServerType.class, "released.sha256");
    }

    @Override
    public Lifecycle lifecycle() {
        return Lifecycle.of(
                        List.of(
                                "${java}",
                                "-Xmx${param:heap:MiB}m",
                                "${param:jvm-options:words}",
                                "-cp",
                                "${classpath:parrot}",
                                "com.example.parrot.ParrotServer",
                                "--host",
                                "${address}",
                                "--port",
                                "${port:http}",
                                "--patience",
                                "${param:patience}"),
                        new Probe(SERVER + "/health", 200, READY_MS))
                .environment(Map.of("PARROT_HOME", "${work}"))
                .files(Map.of("conf/parrot.properties", "threads=${param:threads}\njournal=${param:journal}\n"))
                .deploys(
                        new HttpAction("PUT", DEPLOYMENT, "application/zip", "zip:${package}", List.of(201), DEPLOY_MS),
                        new Probe(DEPLOYMENT, 200, READY_MS),
                        new HttpAction("DELETE", DEPLOYMENT, "", "", List.of(204), ANSWER_MS),
                        SERVER + PATH + "${process}")
                .statistics(new HttpAction("GET", SERVER + "/statistics", "", "", List.of(200), ANSWER_MS))
                .logs("logs/*.log")
                .build();
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        process.copyDocuments(folder, DESCRIPTOR);
        StringBuilder text = new StringBuilder("process=" + process.bpel() + "\n");
        text.append("path=").append(PATH).append(process.name()).append('\n');
        for (ProcessSource.Invoked partner : process.invoked()) {
            text.append("partner.").append(partner.link()).append('=');
            text.append(partner.address()).append('\n');
        }
        Files.writeString(folder.resolve(DESCRIPTOR), text);
    }
}
