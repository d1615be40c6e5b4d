package io.soabench.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A server type whose servers run processes and can be put under test. Its {@link Lifecycle} describes the deployment
 * of a process ({@link Lifecycle.Builder#deploys}).
 */
public interface Engine extends ServerType {

    /**
     * Writes the package of a process, ready to be deployed (B10 §4.2).
     *
     * @param process the technology-independent process
     * @param folder an existing, empty folder, which the driver hands to the lifecycle as {@code ${package}}
     * @throws IOException also when servers of this type cannot run that process; the message is for the user
     */
    void packageProcess(ProcessSource process, Path folder) throws IOException;

    /** Returns whether engines of this type also call partners by SOAP 1.2, where the binding of the partner is of that version. */
    default boolean callsBySoap12() {
        return false;
    }

    /** Returns whether engines of this type also call partners by https, and trust the authority of the run. */
    default boolean callsByTls() {
        return false;
    }

    /**
     * Returns the state of an engine of this type that was killed and started again in the same folder.
     *
     * @param parameters of the server by name, in canonical units; missing ones have their defaults
     */
    default Recovery recovery(Map<String, String> parameters) {
        return Recovery.EMPTY;
    }

    /**
     * Returns the reason why an engine of this type keeps no begin and end of its instances, to follow the word
     * "which". A model that asks a named engine for a metric of its instances is then refused.
     *
     * @param parameters of the server by name, in canonical units; missing ones have their defaults
     * @return empty when the engine keeps them and {@link Lifecycle#metricRequest} has a request for them
     */
    default String withoutHistory(Map<String, String> parameters) {
        return "keeps no history of its instances";
    }

    /**
     * Returns the model parameter that names the registry of an engine of this type. An engine looks there for partners
     * that are gone. The value of the parameter is a server of the model that registers services, or the {@code
     * http://} address of an inquiry.
     *
     * @return empty when engines of this type use no registry
     */
    default String registryParameter() {
        return "";
    }

    /**
     * Returns the parameter by which engines of this type choose their database. The value is a server of the model that is
     * a {@link Database}, or a word for a database of the engine itself. The command of the engine gets the address for JDBC
     * in place of the server's name.
     */
    default DatabaseChoice database() {
        return DatabaseChoice.NONE;
    }

    /**
     * Returns the durability of an engine of this type whose database is a server of the model.
     *
     * @param parameters of the engine by name, in canonical units; missing ones have their defaults
     * @param database durability of a commit of the database
     */
    default Durability durability(Map<String, String> parameters, Durability database) {
        return durability(parameters);
    }
}
