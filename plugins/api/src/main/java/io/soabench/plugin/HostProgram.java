package io.soabench.plugin;

import java.util.List;

/**
 * A program that a server needs and that its host must have, since no driver brings it. Drivers look for it before anything is started.
 *
 * @param command name of a file that can be run, in a folder of {@code PATH}
 * @param places absolute paths where it may be instead; {@code *} stands for the name of a file or folder, or a part of it
 * @param name for sentences, for example {@code PostgreSQL 15}
 * @param remedy end of the sentence about a host without it, for example {@code install the package postgresql-15}
 */
public record HostProgram(String command, List<String> places, String name, String remedy) {

    /** Copies the list. */
    public HostProgram {
        places = List.copyOf(places);
    }

    /** Returns the sentence on a host without the program. */
    public String missing(String server, String host) {
        return "server " + server + " needs " + name + ", which host " + host + " does not have; " + remedy;
    }
}
