package io.soabench.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kind of server that runs processes under test or serves mocked partners (B10 §3.4: server types are plug-ins).
 * {@link java.util.ServiceLoader} finds it. The resource {@code META-INF/soabench/types.testbed} beside it declares its
 * model parameters and ports in the testbed language.
 *
 * <p>A type implements an interface for each role of its servers: {@link Engine}, {@link MockHost}, {@link Registry},
 * {@link Database}, {@link Relay}. Implementations have no state.
 */
public interface ServerType {

    /** Returns the name that a model uses, for example {@code reference}. */
    String name();

    /** Returns the licence of the server, as its SPDX identifier. */
    String licence();

    /**
     * Returns a notice for readers of results, in whole sentences. An example is a type where a part of the measured
     * time is not the server's own. The notice stands in the environment of every run and in every report.
     *
     * @return empty when there is none
     */
    default String notice() {
        return "";
    }

    /**
     * Returns the limits that the author of a model must know before choosing this type, one sentence each. Limits are
     * missing abilities of its servers. The goal {@code soabench:engines} shows them.
     *
     * @return empty when none are known
     */
    default List<String> limits() {
        return List.of();
    }

    /**
     * Returns the state of instances that survives a failure of an engine of this type. Reports name it wherever
     * engines differ in it.
     *
     * @param parameters of the server by name, in canonical units; missing ones have their defaults
     */
    default Durability durability(Map<String, String> parameters) {
        return Durability.NOT_KNOWN;
    }

    /**
     * Returns the parameters whose values exclude those of others. A model with one of them is refused before anything is
     * written.
     *
     * @param parameters of the server by name, in canonical units; missing ones have their defaults
     */
    default List<Misfit> misfits(Map<String, String> parameters) {
        return List.of();
    }

    /**
     * Returns the reason why servers of this type cannot run another version of their program. A model that asks for it is
     * refused before anything is written.
     *
     * @param version as the model has it: a version, or the Maven coordinates of another program
     * @return end of a sentence whose beginning is the name of the server and the version, for example {@code has no variables;
     *     write 4.4.0 or a later version}; empty when the version may work
     */
    default Optional<String> unfitVersion(String version) {
        return Optional.empty();
    }

    /** Returns the programs of this server; empty when all files are on the host already. */
    List<Program> programs();

    /**
     * Returns the programs that the host of a server must have. A server without one of them is not started, and its cases are
     * left out with the reason.
     *
     * @param parameters of the server by name, in canonical units; missing ones have their defaults
     */
    default List<HostProgram> hostPrograms(Map<String, String> parameters) {
        return List.of();
    }

    /**
     * Returns the checksums of released files among those programs. A run compares the content of each named file
     * before it begins.
     */
    default Checksums checksums() {
        return Checksums.NONE;
    }

    /** Returns the life of a server: how drivers place, start, query and stop it. */
    Lifecycle lifecycle();

    /**
     * A value of a parameter that excludes the value of another one.
     *
     * @param parameter name of the parameter that is to be changed
     * @param sentence end of a sentence whose beginning is the name of the server, for example {@code keeps its instances
     *     in one replica only; leave out "replicas"}
     */
    record Misfit(String parameter, String sentence) {}

    /**
     * A class path made of released artifacts and their dependencies, resolved by Maven.
     *
     * @param name by which the lifecycle refers to it: {@code ${classpath:<name>}}
     * @param coordinates {@code groupId:artifactId[:extension[:classifier]]:version}; version {@code ${project.version}} is this tool's own
     * @param with further artifacts, {@code groupId:artifactId:version}: those that the first one needs and does not name, and those whose version
     *     must be another one. Where a model asks for another version of the server, the first of them gets it, and with it those
     *     that have its group and its version.
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
            for (int i = 1; i < changed.size(); i++) {
                if (isReleasedWithFirst(with.get(i))) {
                    changed.set(
                            i,
                            other(
                                    with.get(i),
                                    changed.get(0).substring(changed.get(0).lastIndexOf(':') + 1)));
                }
            }
            return new Program(name, coordinates, List.copyOf(changed), without);
        }

        /** Returns whether an artifact has the group and the version of the first added one: modules of one release. */
        private boolean isReleasedWithFirst(String artifact) {
            String first = with.get(0);
            return artifact.substring(0, artifact.indexOf(':')).equals(first.substring(0, first.indexOf(':')))
                    && artifact.substring(artifact.lastIndexOf(':')).equals(first.substring(first.lastIndexOf(':')));
        }

        private static String other(String coordinates, String version) {
            return version.indexOf(':') >= 0
                    ? version
                    : coordinates.substring(0, coordinates.lastIndexOf(':') + 1) + version;
        }
    }
}
