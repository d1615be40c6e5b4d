package io.soabench.mock;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a mock host: {@code --port N --services DIR[,DIR…] --calls FILE [--host ADDRESS]}.
 *
 * @param port TCP port, 1–65535
 * @param host address to listen on
 * @param services mock folders, at least one
 * @param calls the call log to write
 */
public record HostOptions(int port, String host, List<Path> services, Path calls) {

    /** The default address of a host, reachable from its own machine only. */
    public static final String DEFAULT_HOST = "127.0.0.1";

    /** The usage line. */
    public static final String USAGE = "usage: --port N --services DIR[,DIR...] --calls FILE [--host ADDRESS]";

    private static final int HIGHEST_PORT = 65_535;

    /** Copies the list. */
    public HostOptions {
        services = List.copyOf(services);
    }

    /**
     * Reads the arguments of {@code main}.
     *
     * @throws HostRefused when an argument is missing, unknown or wrong; names all of them
     */
    public static HostOptions parse(String... arguments) throws HostRefused {
        List<String> problems = new ArrayList<>();
        int port = 0;
        String host = DEFAULT_HOST;
        String services = "";
        String calls = "";
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (i + 1 == arguments.length) {
                problems.add(name + " has no value; " + USAGE);
                break;
            }
            String value = arguments[i + 1];
            switch (name) {
                case "--port" -> port = port(value, problems);
                case "--host" -> host = value;
                case "--services" -> services = value;
                case "--calls" -> calls = value;
                default -> problems.add("unknown argument " + name + "; " + USAGE);
            }
        }
        List<Path> folders = new ArrayList<>();
        for (String folder : services.split(",", -1)) {
            if (!folder.isBlank()) {
                folders.add(Path.of(folder.strip()));
            }
        }
        if (port == 0) {
            problems.add("--port is missing; " + USAGE);
        }
        if (folders.isEmpty()) {
            problems.add("--services names no mock folder; " + USAGE);
        }
        if (calls.isBlank()) {
            problems.add("--calls is missing: the file of the call log; " + USAGE);
        }
        if (!problems.isEmpty()) {
            throw new HostRefused(problems);
        }
        return new HostOptions(port, host, folders, Path.of(calls));
    }

    /** Returns the port, or -1 after noting a problem. */
    private static int port(String value, List<String> problems) {
        int port = -1;
        try {
            port = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            // Reported below like any other number that is no port.
        }
        if (port < 1 || port > HIGHEST_PORT) {
            problems.add("--port " + value + " is not a TCP port; use 1-" + HIGHEST_PORT);
            return -1;
        }
        return port;
    }
}
