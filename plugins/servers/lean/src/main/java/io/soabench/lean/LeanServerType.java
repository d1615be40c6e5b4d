package io.soabench.lean;

import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.MockProgram;
import java.util.List;

/**
 * The server type of the lean mock host. It refers to no class of Netty, so that the tool can load it without Netty.
 */
public final class LeanServerType implements MockHost {

    /** The name of the host's main class; the host's libraries are not on the tool's class path. */
    private static final String MAIN = "io.soabench.lean.LeanMockHost";

    /** The time limit of the start: reading the largest traces takes some seconds. */
    private static final long READY_MS = 60_000;

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
        return List.of("HTTP/1.1 only.", "Requests of at most 16 MiB, kept in memory.");
    }

    @Override
    public boolean speaksSoap12() {
        return true;
    }

    @Override
    public boolean servesOverloads() {
        return true;
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(MockProgram.PROGRAM, "io.soabench:soabench-server-lean:${project.version}"));
    }

    @Override
    public Lifecycle lifecycle() {
        return new MockProgram(MAIN, "/services", List.of(), READY_MS).lifecycle();
    }
}
