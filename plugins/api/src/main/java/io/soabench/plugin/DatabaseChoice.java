package io.soabench.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parameter by which engines of a type choose their database.
 *
 * @param parameter name of the parameter; empty when engines of the type use no server for it
 * @param own values that name a database of the engine itself; an address for JDBC names one that runs already, and each
 *     other value a server of the model that is a {@link Database}
 */
public record DatabaseChoice(String parameter, Set<String> own) {

    /** The start of an address for JDBC, which names a database that runs already. */
    private static final String ADDRESS = "jdbc:";

    /** The start of the addresses for which library engines have a driver. */
    private static final String POSTGRESQL = ADDRESS + "postgresql:";

    /** The parameters of library engines for the user of a database and for the file of secrets with the password. */
    private static final String USER = "database-user";

    private static final String SECRET = "database-secret";

    /** The choice of engines that use no server of the model as their database. */
    public static final DatabaseChoice NONE = new DatabaseChoice("", Set.of());

    /** The choice of library engines between an embedded database and a server. */
    public static final DatabaseChoice EMBEDDED_OR_SERVER = new DatabaseChoice("database", Set.of("memory", "file"));

    /** Returns whether a value of a parameter names a server. */
    public boolean namesServer(String name, String value) {
        return !parameter.isEmpty() && parameter.equals(name) && !own.contains(value) && !value.startsWith(ADDRESS);
    }

    /** Returns the name of the file of secrets with the password for the database of a server; empty when it needs none. */
    public static String secret(Map<String, String> parameters) {
        return parameters.getOrDefault(SECRET, "");
    }

    /** Returns the parameters of a library engine that do not fit its database. */
    public static List<ServerType.Misfit> misfits(Map<String, String> parameters) {
        String database = parameters.getOrDefault(EMBEDDED_OR_SERVER.parameter(), "");
        String user = parameters.getOrDefault(USER, "");
        String secret = secret(parameters);
        List<ServerType.Misfit> misfits = new ArrayList<>();
        if (database.startsWith(ADDRESS)) {
            if (!database.startsWith(POSTGRESQL)) {
                misfits.add(new ServerType.Misfit(
                        EMBEDDED_OR_SERVER.parameter(),
                        "has a database for which no JDBC driver is on its class path; use one whose address begins with "
                                + POSTGRESQL));
            }
            if (database.matches("(?i).*([?&](user|(ssl)?password)=|//[^/]*@).*")) {
                misfits.add(new ServerType.Misfit(
                        EMBEDDED_OR_SERVER.parameter(),
                        "has a user or a password in the address of its database; write: " + USER + " \"…\"  " + SECRET
                                + " \"<file of secrets>\""));
            } else if (user.isEmpty()) {
                misfits.add(new ServerType.Misfit(
                        EMBEDDED_OR_SERVER.parameter(), "has a database without a user; add: " + USER + " \"…\""));
            }
            if (!secret.matches("(\\w[\\w.-]*)?")) {
                misfits.add(
                        new ServerType.Misfit(
                                SECRET,
                                "names the file \"" + secret
                                        + "\", which is no name in the folder of secrets; write letters, digits, '.', '_' and '-' only"));
            }
        } else if (!user.isEmpty() || !secret.isEmpty()) {
            misfits.add(new ServerType.Misfit(
                    user.isEmpty() ? SECRET : USER,
                    "has a user of a database that is not at an address " + POSTGRESQL + "…; leave out " + USER
                            + " and " + SECRET));
        }
        return misfits;
    }
}
