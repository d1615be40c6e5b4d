package io.soabench.ode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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

    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST_HANDLED = 10_000;

    /**
     * Reads the arguments of {@code main}.
     *
     * @throws OdeRefused when an argument is missing, unknown or wrong; names all of them, then the usage
     */
    static OdeOptions parse(String... arguments) throws OdeRefused {
        Arguments values = new Arguments();
        CommandLine line = new CommandLine(values).setExpandAtFiles(false).setOverwrittenOptionsAllowed(true);
        line.getCommandSpec().parser().collectErrors(true);
        List<Exception> errors = line.parseArgs(arguments).errors();
        if (!errors.isEmpty()) {
            // A message that names several missing options comes once for each of them.
            List<String> problems = new ArrayList<>(
                    errors.stream().map(Exception::getMessage).distinct().toList());
            problems.add(line.getUsageMessage(Ansi.OFF).strip());
            throw new OdeRefused(problems);
        }
        boolean tuned = values.settings == Settings.TUNED;
        OdeSettings usual = tuned ? OdeSettings.TUNED : OdeSettings.STOCK;
        return new OdeOptions(
                values.host,
                values.port,
                values.folder,
                values.persistence == Persistence.MEMORY,
                tuned,
                usual.with(
                        values.httpThreads == null ? usual.httpThreads() : values.httpThreads,
                        values.connections == null ? usual.connections() : values.connections,
                        values.messageTimeoutMs == null ? usual.messageTimeoutMs() : values.messageTimeoutMs));
    }

    @Command(name = "soabench-ode", sortOptions = false)
    private static final class Arguments {

        @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on.", required = true)
        private String host;

        @Option(
                names = "--port",
                paramLabel = "N",
                description = "TCP port, from 1 to 65535.",
                required = true,
                converter = Port.class)
        private int port;

        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "An existing folder for all files of the instance.",
                required = true)
        private Path folder;

        @Option(
                names = "--persistence",
                paramLabel = "derby|memory",
                description = "Where ODE keeps instances.",
                required = true,
                converter = PersistenceWords.class)
        private Persistence persistence;

        @Option(
                names = "--settings",
                paramLabel = "stock|tuned",
                description = "Settings of ODE and Tomcat as released, or for hundreds of clients.",
                required = true,
                converter = SettingsWords.class)
        private Settings settings;

        @Option(
                names = "--http-threads",
                paramLabel = "N",
                description = "Threads of Tomcat (default: that of the settings).",
                converter = Count.class)
        private Integer httpThreads;

        @Option(
                names = "--connections",
                paramLabel = "N",
                description = "Connections to the database, and to partners (default: that of the settings).",
                converter = Count.class)
        private Integer connections;

        @Option(
                names = "--message-timeout",
                paramLabel = "MS",
                description = "Time for an answer in milliseconds (default: that of the settings).",
                converter = Milliseconds.class)
        private Integer messageTimeoutMs;
    }

    private enum Persistence {
        DERBY,
        MEMORY
    }

    private enum Settings {
        STOCK,
        TUNED
    }

    /** The converter of an enumeration whose words are its names in lower case. */
    private abstract static class Words<E extends Enum<E>> implements ITypeConverter<E> {

        private final Class<E> type;

        Words(Class<E> type) {
            this.type = type;
        }

        @Override
        public E convert(String value) {
            List<String> known = new ArrayList<>();
            for (E constant : type.getEnumConstants()) {
                String word = constant.name().toLowerCase(Locale.ROOT);
                if (word.equals(value)) {
                    return constant;
                }
                known.add(word);
            }
            throw new TypeConversionException(value + " is not known; use " + String.join(" or ", known));
        }
    }

    private static final class PersistenceWords extends Words<Persistence> {
        PersistenceWords() {
            super(Persistence.class);
        }
    }

    private static final class SettingsWords extends Words<Settings> {
        SettingsWords() {
            super(Settings.class);
        }
    }

    private abstract static class WholeNumber implements ITypeConverter<Integer> {

        private final int most;

        WholeNumber(int most) {
            this.most = most;
        }

        @Override
        public Integer convert(String value) {
            try {
                int number = Integer.parseInt(value);
                if (number >= 1 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Reported below like any other value that is out of range.
            }
            throw new TypeConversionException(value + " is not a whole number from 1 to " + most);
        }
    }

    private static final class Port extends WholeNumber {
        Port() {
            super(HIGHEST_PORT);
        }
    }

    private static final class Count extends WholeNumber {
        Count() {
            super(MOST_HANDLED);
        }
    }

    private static final class Milliseconds extends WholeNumber {
        Milliseconds() {
            super(Integer.MAX_VALUE);
        }
    }
}
