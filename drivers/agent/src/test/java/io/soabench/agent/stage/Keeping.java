package io.soabench.agent.stage;

import io.soabench.driver.LikeType;
import io.soabench.plugin.Database;
import io.soabench.plugin.DatabaseChoice;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.Set;

/** A type whose parameter {@code behaviour} names the database of its engines, and whose servers are databases. */
record Keeping(ServerType like) implements LikeType, Engine, Database {

    @Override
    public void packageProcess(ProcessSource process, Path folder) {
        throw new IllegalStateException("packaged by the compiler");
    }

    @Override
    public DatabaseChoice database() {
        return new DatabaseChoice("behaviour", Set.of("ok"));
    }

    @Override
    public String jdbcAddress() {
        return "jdbc:x://${address}:${port:own-1}/t";
    }
}
