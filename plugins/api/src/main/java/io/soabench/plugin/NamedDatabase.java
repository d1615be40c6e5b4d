package io.soabench.plugin;

import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The database of an engine that is a server of the plan. Immutable.
 *
 * @param engine server that uses the database
 * @param parameter of the engine that names the database
 * @param server that keeps the tables
 * @param type of that server
 */
public record NamedDatabase(ServerPlan engine, String parameter, ServerPlan server, Database type) {

    /**
     * Returns the database of an engine; empty when the engine has one of its own, or none.
     *
     * @param types server types by name
     */
    public static Optional<NamedDatabase> of(ServerPlan engine, Plan plan, Map<String, ServerType> types) {
        if (!(types.get(engine.type()) instanceof Engine type)) {
            return Optional.empty();
        }
        String parameter = type.database().parameter();
        String name = engine.parameters().getOrDefault(parameter, "");
        if (name.isEmpty() || !type.database().namesServer(parameter, name)) {
            return Optional.empty();
        }
        return plan.servers().stream()
                .filter(server -> server.name().equals(name))
                .filter(server -> types.get(server.type()) instanceof Database)
                .map(server -> new NamedDatabase(engine, parameter, server, (Database) types.get(server.type())))
                .findFirst();
    }

    /** Returns the engine with the address of its database, in which placeholders stand for the server's host and ports. */
    public ServerPlan addressed() {
        Map<String, String> parameters = new LinkedHashMap<>(engine.parameters());
        String place = "server." + server.name() + ".";
        parameters.put(
                parameter,
                Template.fill(
                        type.jdbcAddress(),
                        name -> name.equals("address")
                                ? "${" + place + "address}"
                                : "${" + place + name.replace("port:", "port.") + "}"));
        return new ServerPlan(engine.name(), engine.type(), engine.host(), parameters, engine.ports(), engine.serves());
    }

    /** Returns the durability of a commit of the database. */
    public Durability durability() {
        return type.durability(server.parameters());
    }

    /**
     * Returns the durability of a server, which is that of its database where the server is an engine that names one.
     *
     * @param type of the server
     */
    public static Durability durability(ServerPlan server, ServerType type, Plan plan, Map<String, ServerType> types) {
        return of(server, plan, types)
                .map(database -> ((Engine) type).durability(server.parameters(), database.durability()))
                .orElseGet(() -> type.durability(server.parameters()));
    }
}
