package io.soabench.ansible;

import io.soabench.ansible.host.HostLine;
import io.soabench.driver.run.Death;
import io.soabench.driver.run.LoadProgram;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/** A load client on a host, heard through the host's line. The line may break meanwhile: the load goes on there. */
final class RemoteClient implements LoadProgram {

    private final String name;
    private final HostLine line;
    private final Path logs;
    private final InputStream output;
    private final long startedNs;

    /**
     * Just started.
     *
     * @param logs folder of its logs in the run record; exists
     * @param startedNs about when it was started
     */
    RemoteClient(String name, HostLine line, Path logs, long startedNs) {
        this.name = name;
        this.startedNs = startedNs;
        this.line = line;
        this.logs = logs;
        this.output = line.follow(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InputStream output() {
        return output;
    }

    @Override
    public Optional<Path> log() {
        return Optional.of(logs.resolve("stdout.log"));
    }

    @Override
    public boolean runs() {
        return line.ended(name).isEmpty();
    }

    @Override
    public int exit() {
        return line.ended(name).orElse(-1);
    }

    @Override
    public String death(long nowNs, Path base) {
        HostLine.LastWords last = line.lastWords(name);
        return new Death(nowNs - startedNs, exit(), last.text(), logs.resolve(last.log() + ".log")).words(base);
    }
}
