package io.soabench.plugin;

import java.util.List;
import java.util.Map;

/**
 * A kind of server that can be put under test or can serve mocked partners (B10 §3.4: server types are plug-ins). Found by
 * {@link java.util.ServiceLoader}. Its model parameters and ports are declared beside it in the testbed language, in the
 * resource {@code META-INF/soabench/types.testbed}.
 *
 * <p>A type says by the interfaces that it implements what its servers can be: {@link Engine}, {@link MockHost}, {@link Registry},
 * {@link Relay}, one or several. Implementations have no state.
 */
public interface ServerType {

    /** The name that a model uses, e.g. {@code reference}. */
    String name();

    /** The licence of the server, as its SPDX identifier. */
    String licence();

    /**
     * What a reader of results must know about servers of this type, in whole sentences: for one that a part of what was
     * measured is not the server's own. It stands in the environment of every run and in every report. Empty when there is
     * nothing to know.
     */
    default String notice() {
        return "";
    }

    /**
     * What an author of a model must know before he chooses this type, a sentence each: what its servers cannot do, or cannot be
     * asked. Shown by {@code soabench:engines}. Empty when nothing is known.
     */
    default List<String> limits() {
        return List.of();
    }

    /**
     * The state of instances that survives a failure of an engine of this type. Reports say it wherever engines differ in it.
     *
     * @param parameters of the server by name, in canonical units; what is missing has its default
     */
    default Durability durability(Map<String, String> parameters) {
        return Durability.NOT_KNOWN;
    }

    /** Where the programs of this server come from; empty when everything is on the host already. */
    List<Program> programs();

    /**
     * The released files among those programs, whose content is compared before a run begins; a file that is not named is
     * not compared.
     */
    default Checksums checksums() {
        return Checksums.NONE;
    }

    /** How the server is placed, started, asked, stopped. */
    Lifecycle lifecycle();

    /**
     * A class path made of released artifacts and what they depend on, resolved by Maven.
     *
     * @param name by which the lifecycle refers to it: {@code ${classpath:<name>}}
     * @param coordinates {@code groupId:artifactId:version}; version {@code ${project.version}} is this tool's own
     */
    record Program(String name, String coordinates) {}
}
