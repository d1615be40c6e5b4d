package io.soabench.plugin;

import java.util.Set;

/**
 * The parameter by which engines of a type choose their database.
 *
 * @param parameter name of the parameter; empty when engines of the type use no server for it
 * @param own values that name a database of the engine itself; each other value names a server of the model that is a
 *     {@link Database}
 */
public record DatabaseChoice(String parameter, Set<String> own) {

    /** The choice of engines that use no server of the model as their database. */
    public static final DatabaseChoice NONE = new DatabaseChoice("", Set.of());

    /** The choice of library engines between an embedded database and a server. */
    public static final DatabaseChoice EMBEDDED_OR_SERVER = new DatabaseChoice("database", Set.of("memory", "file"));

    /** Returns whether a value of a parameter names a server. */
    public boolean namesServer(String name, String value) {
        return !parameter.isEmpty() && parameter.equals(name) && !own.contains(value);
    }
}
