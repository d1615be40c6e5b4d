package io.soabench.maven;

import io.soabench.plugin.Engine;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Registry;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Server types that a model declares itself: each has the lifecycle of a bundled one, and packages processes as they are. */
interface DeclaredType extends ServerType {

    /** The bundled type whose lifecycle it has. */
    String model();

    @Override
    default String licence() {
        return "MIT";
    }

    @Override
    default List<Program> programs() {
        return List.of();
    }

    @Override
    default Lifecycle lifecycle() {
        return ServerTypes.load(getClass().getClassLoader()).get(model()).lifecycle();
    }

    /** Runs processes. */
    record Runner(String name, String model) implements DeclaredType, Engine {

        @Override
        public void packageProcess(ProcessSource process, Path folder) throws IOException {
            Files.writeString(folder.resolve("process"), process.toString());
        }
    }

    /** Serves services. */
    record Host(String name, String model) implements DeclaredType, MockHost {}

    /** Registers services. */
    record Book(String name, String model) implements DeclaredType, Registry {}
}
