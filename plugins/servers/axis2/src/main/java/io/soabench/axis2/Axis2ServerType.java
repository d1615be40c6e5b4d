package io.soabench.axis2;

import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.MockProgram;
import io.soabench.plugin.ServiceSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The server type of the Axis2 mock host. It refers to no class of Axis2 or Tomcat, so that the tool can load it
 * without them.
 */
public final class Axis2ServerType implements MockHost {

    /** The name of the host's main class; the host's libraries are not on the tool's class path. */
    private static final String MAIN = "io.soabench.axis2.Axis2MockHost";

    /** The time limit of the start: reading the largest traces and deploying services takes some seconds. */
    private static final long READY_MS = 120_000;

    @Override
    public String name() {
        return "axis2";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Takes several times the processor time of a lean host: with many calls on one machine it, not the engine, is"
                        + " measured.",
                "The first calls are late by up to some hundred milliseconds: warm up.");
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(MockProgram.PROGRAM, "io.soabench:soabench-server-axis2:${project.version}"));
    }

    @Override
    public Lifecycle lifecycle() {
        // Tomcat and Axis2 put their files into the work folder, which is removed even when the server is killed.
        return new MockProgram(MAIN, "/axis2/services", List.of("-Djava.io.tmpdir=${work}"), READY_MS).lifecycle();
    }

    @Override
    public boolean speaksSoap12() {
        return true;
    }

    @Override
    public Optional<String> misplaced(String wsdl, Collection<String> documents) {
        return AxisArchive.misplaced(wsdl, documents);
    }

    @Override
    public void packageService(ServiceSource service, Path folder) throws IOException {
        AxisArchive.write(folder.resolve(AxisArchive.FILE), service.plan(), service.documents(), service.entries());
    }
}
