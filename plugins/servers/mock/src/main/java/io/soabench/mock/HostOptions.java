package io.soabench.mock;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The command line of a mock host: {@code --port N --services DIR[,DIR…] --calls FILE [--host ADDRESS]}, and files for TLS.
 *
 * @param port TCP port, 1–65535
 * @param host address to listen on
 * @param services mock folders, at least one; on the command line, a comma or backslash of a path gets a backslash before it
 * @param calls the call log to write
 * @param tls certificates of the host and of others
 */
public record HostOptions(int port, String host, List<Path> services, Path calls, HostTls tls) {

    /** The default address of a host, reachable from its own machine only. */
    public static final String DEFAULT_HOST = "127.0.0.1";

    private static final int HIGHEST_PORT = 65_535;

    /** Copies the list. */
    public HostOptions {
        services = List.copyOf(services);
    }

    /** Creates the options of a host without TLS. */
    public HostOptions(int port, String host, List<Path> services, Path calls) {
        this(port, host, services, calls, HostTls.NONE);
    }

    /**
     * Reads the arguments of {@code main}.
     *
     * @throws HostRefused when an argument is missing, unknown or wrong; names all of them, then the usage
     */
    public static HostOptions parse(String... arguments) throws HostRefused {
        Arguments values = new Arguments();
        CommandLine line = new CommandLine(values).setExpandAtFiles(false).setOverwrittenOptionsAllowed(true);
        line.getCommandSpec().parser().collectErrors(true);
        List<Exception> errors = line.parseArgs(arguments).errors();
        if (!errors.isEmpty()) {
            // A message that names several missing options comes once for each of them.
            List<String> problems = new ArrayList<>(
                    errors.stream().map(Exception::getMessage).distinct().toList());
            problems.add(line.getUsageMessage(Ansi.OFF).strip());
            throw new HostRefused(problems);
        }
        if ((values.certificate == null) != (values.key == null)) {
            throw new HostRefused("--tls-certificate and --tls-key belong together; give both, or none");
        }
        HostTls tls = new HostTls(
                Optional.ofNullable(values.certificate).map(file -> new HostTls.OwnFiles(file, values.key)),
                Optional.ofNullable(values.trust));
        return new HostOptions(values.port, values.host, values.services.folders(), values.calls, tls);
    }

    private record Folders(List<Path> folders) {}

    @Command(name = "mock-host", sortOptions = false)
    private static final class Arguments {

        @Option(
                names = "--port",
                paramLabel = "N",
                description = "TCP port, from 1 to 65535.",
                required = true,
                converter = PortConverter.class)
        private int port;

        @Option(
                names = "--services",
                paramLabel = "DIR[,DIR...]",
                description = "Mock folders.",
                required = true,
                converter = FoldersConverter.class)
        private Folders services;

        @Option(names = "--calls", paramLabel = "FILE", description = "File of the call log.", required = true)
        private Path calls;

        @Option(names = "--host", paramLabel = "ADDRESS", description = "Address (default: " + DEFAULT_HOST + ").")
        private String host = DEFAULT_HOST;

        @Option(
                names = "--tls-certificate",
                paramLabel = "FILE",
                description = "Certificate of the host, which then speaks TLS (PEM).")
        private Path certificate;

        @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key (PEM, PKCS #8).")
        private Path key;

        @Option(
                names = "--trust",
                paramLabel = "FILE",
                description = "Certificates of servers that are called back (PEM).")
        private Path trust;
    }

    private static final class PortConverter implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String value) {
            if (!value.matches("\\d{1,5}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > HIGHEST_PORT) {
                throw new TypeConversionException(value + " is not a TCP port; use 1-" + HIGHEST_PORT);
            }
            return Integer.valueOf(value);
        }
    }

    private static final class FoldersConverter implements ITypeConverter<Folders> {

        private static final Pattern NEXT = Pattern.compile("\\\\[,\\\\]|.", Pattern.DOTALL);

        @Override
        public Folders convert(String value) {
            List<Path> folders = parts(value).stream()
                    .filter(folder -> !folder.isBlank())
                    .map(folder -> Path.of(folder.strip()))
                    .toList();
            if (folders.isEmpty()) {
                throw new TypeConversionException("\"" + value + "\" names no mock folder");
            }
            return new Folders(folders);
        }

        /** Splits at commas; one that a path has is written with a backslash before it, and so is a backslash. */
        private static List<String> parts(String value) {
            List<String> parts = new ArrayList<>();
            StringBuilder part = new StringBuilder();
            Matcher next = NEXT.matcher(value);
            while (next.find()) {
                String found = next.group();
                if (found.equals(",")) {
                    parts.add(part.toString());
                    part.setLength(0);
                } else {
                    part.append(found.startsWith("\\") ? found.charAt(found.length() - 1) : found);
                }
            }
            parts.add(part.toString());
            return parts;
        }
    }
}
