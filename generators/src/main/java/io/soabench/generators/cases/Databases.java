package io.soabench.generators.cases;

import io.soabench.generators.reading.CaseIndex;
import io.soabench.generators.reading.ModelReading;
import io.soabench.model.ServerSettings;
import io.soabench.model.testbed.Server;
import io.soabench.plugin.Database;
import io.soabench.plugin.DatabaseChoice;
import io.soabench.plugin.Engine;
import java.util.Optional;

/** The databases of engines that are servers of the model. */
public final class Databases {

    private Databases() {}

    /** Returns the server that keeps the tables of an engine; nothing when the engine names none, or one that is no database. */
    static Optional<Server> of(Server engine, ModelReading reading, CaseIndex index) {
        if (!(reading.type(engine) instanceof Engine type)) {
            return Optional.empty();
        }
        DatabaseChoice choice = type.database();
        String named = ServerSettings.of(engine).parameters().getOrDefault(choice.parameter(), "");
        return choice.namesServer(choice.parameter(), named)
                ? index.server(named).filter(server -> reading.type(server) instanceof Database)
                : Optional.empty();
    }
}
