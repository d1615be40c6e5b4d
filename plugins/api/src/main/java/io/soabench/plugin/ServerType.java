package io.soabench.plugin;

import java.util.ArrayList;
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
     * @param coordinates {@code groupId:artifactId[:extension[:classifier]]:version}; version {@code ${project.version}} is this tool's own
     * @param with further artifacts, {@code groupId:artifactId:version}: those that the first one needs and does not name, and those whose version
     *     must be another one. Where a model asks for another version of the server, the first of them gets it.
     * @param without artifacts that are left out with what they need, {@code groupId:artifactId}, also {@code groupId:*}
     */
    record Program(String name, String coordinates, List<String> with, List<String> without) {

        private static final String WITH = " with ";
        private static final String WITHOUT = " without ";

        /** Creates a program that is one artifact and what it depends on. */
        public Program(String name, String coordinates) {
            this(name, coordinates, List.of(), List.of());
        }

        /** Returns a text that is equal for equal class paths and states how to resolve them. */
        public String key() {
            return coordinates
                    + (with.isEmpty() ? "" : WITH + String.join(",", with))
                    + (without.isEmpty() ? "" : WITHOUT + String.join(",", without));
        }

        /**
         * Returns the program of a key, without its name. Each text without {@code with} and {@code without} is coordinates.
         *
         * @see #key
         */
        public static Program ofKey(String key) {
            String[] without = key.split(WITHOUT, 2);
            String[] with = without[0].split(WITH, 2);
            return new Program(
                    "",
                    with[0],
                    with.length < 2 ? List.of() : List.of(with[1].split(",")),
                    without.length < 2 ? List.of() : List.of(without[1].split(",")));
        }

        /**
         * Returns this program with another version of the server.
         *
         * @param version or coordinates in place of those of the artifact that has the version
         */
        Program version(String version) {
            if (with.isEmpty()) {
                return new Program(name, other(coordinates, version), with, without);
            }
            List<String> changed = new ArrayList<>(with);
            changed.set(0, other(with.get(0), version));
            return new Program(name, coordinates, List.copyOf(changed), without);
        }

        private static String other(String coordinates, String version) {
            return version.indexOf(':') >= 0
                    ? version
                    : coordinates.substring(0, coordinates.lastIndexOf(':') + 1) + version;
        }
    }
}
