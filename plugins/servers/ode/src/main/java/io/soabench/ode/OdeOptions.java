package io.soabench.ode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line of {@link OdeProgram}.
 *
 * @param host address to listen on
 * @param port TCP port, 1–65535
 * @param folder an existing folder for all files of the instance
 * @param inMemory whether instances live in memory only
 * @param tuned whether {@link OdeSettings#TUNED} are the settings, else {@link OdeSettings#STOCK}
 * @param settings with the explicit ones of the command line
 */
record OdeOptions(String host, int port, Path folder, boolean inMemory, boolean tuned, OdeSettings settings) {

    /** The usage line. */
    static final String USAGE = "usage: --host ADDRESS --port N --folder DIR --persistence memory|derby"
            + " --settings stock|tuned [--http-threads N] [--connections N] [--message-timeout MS]";

    private static final List<String> NEEDED = List.of("--host", "--port", "--folder", "--persistence", "--settings");
    private static final List<String> OTHERS = List.of("--http-threads", "--connections", "--message-timeout");
    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST = 10_000;

    /**
     * Reads the arguments of {@code main}.
     *
     * @throws OdeRefused when an argument is missing, unknown or wrong; names all of them
     */
    static OdeOptions parse(String... arguments) throws OdeRefused {
        List<String> problems = new ArrayList<>();
        Map<String, String> given = given(arguments, problems);
        NEEDED.stream()
                .filter(name -> !given.containsKey(name))
                .forEach(name -> problems.add(name + " is missing; " + USAGE));
        int port = number(given, "--port", 1, HIGHEST_PORT, 0, problems);
        boolean inMemory = choice(given, "--persistence", "derby", "memory", problems);
        boolean tuned = choice(given, "--settings", "stock", "tuned", problems);
        OdeSettings usual = tuned ? OdeSettings.TUNED : OdeSettings.STOCK;
        OdeSettings settings = usual.with(
                number(given, "--http-threads", 1, MOST, usual.httpThreads(), problems),
                number(given, "--connections", 1, MOST, usual.connections(), problems),
                number(given, "--message-timeout", 1, Integer.MAX_VALUE, usual.messageTimeoutMs(), problems));
        if (!problems.isEmpty()) {
            throw new OdeRefused(problems);
        }
        return new OdeOptions(given.get("--host"), port, Path.of(given.get("--folder")), inMemory, tuned, settings);
    }

    private static Map<String, String> given(String[] arguments, List<String> problems) {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (!NEEDED.contains(name) && !OTHERS.contains(name)) {
                problems.add("unknown argument " + name + "; " + USAGE);
            } else if (i + 1 == arguments.length) {
                problems.add(name + " has no value; " + USAGE);
            } else {
                given.put(name, arguments[i + 1]);
            }
        }
        return given;
    }

    /** Returns whether the value is the second one. */
    private static boolean choice(
            Map<String, String> given, String name, String first, String second, List<String> problems) {
        String value = given.getOrDefault(name, first);
        if (!value.equals(first) && !value.equals(second)) {
            problems.add(name + ' ' + value + " is not known; use " + first + " or " + second);
        }
        return value.equals(second);
    }

    private static int number(
            Map<String, String> given, String name, int min, int max, int otherwise, List<String> problems) {
        String value = given.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below like any other value that is out of range.
        }
        problems.add(name + ' ' + value + " is not a whole number from " + min + " to " + max);
        return otherwise;
    }
}
