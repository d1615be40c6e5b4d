package io.soabench.agent;

import io.soabench.plan.Json;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A server or load client of this host that somebody else has started, and of which a file {@code run/<name>.pid} tells. */
final class StartedProcess implements Observed {

    private final String name;
    private final ProcessHandle process;
    private final Path ended;

    private StartedProcess(String name, ProcessHandle process, Path ended) {
        this.name = name;
        this.process = process;
        this.ended = ended;
    }

    /** The process of a file; nothing when it has ended or the file is only just being written. */
    static Optional<StartedProcess> of(Path file) {
        String name = file.getFileName().toString().replaceFirst("\\.pid$", "");
        Path ended = file.resolveSibling(name + ".exit");
        try {
            return Json.read(file, Map.class).get("pid") instanceof Number pid && !Files.exists(ended)
                    ? ProcessHandle.of(pid.longValue()).map(process -> new StartedProcess(name, process, ended))
                    : Optional.empty();
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean runs() {
        return !Files.exists(ended) && process.isAlive();
    }

    @Override
    public boolean isEnding() {
        return Files.exists(ended) || !ProcessTable.runs(process);
    }

    /** Asks it to end. */
    void end() {
        process.destroy();
    }
}
