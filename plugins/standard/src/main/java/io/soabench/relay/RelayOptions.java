package io.soabench.relay;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The command line of a relay.
 *
 * @param listen address on which it accepts connections
 * @param to target of the connections
 * @param request latency towards the target
 * @param response latency from the target
 * @param seed of all latencies
 * @param repetition that draws them, from 1: each repetition has its own latencies
 */
record RelayOptions(
        InetSocketAddress listen, InetSocketAddress to, Latency request, Latency response, long seed, int repetition) {

    private static final int HIGHEST_PORT = 65_535;

    /** The refusal of a command line, with one sentence for each mistake, and the usage. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        Refused(List<String> lines) {
            super(String.join("\n", lines));
        }
    }

    /**
     * Reads the arguments of {@code main}.
     *
     * @throws Refused with all mistakes
     */
    static RelayOptions parse(String... arguments) throws Refused {
        Arguments values = new Arguments();
        CommandLine line = new CommandLine(values).setExpandAtFiles(false).setOverwrittenOptionsAllowed(true);
        line.getCommandSpec().parser().collectErrors(true);
        List<Exception> errors = line.parseArgs(arguments).errors();
        if (!errors.isEmpty()) {
            // A message that names several missing options comes once for each of them.
            List<String> lines = new ArrayList<>(
                    errors.stream().map(Exception::getMessage).distinct().toList());
            lines.add(line.getUsageMessage(Ansi.OFF).strip());
            throw new Refused(lines);
        }
        return new RelayOptions(
                values.listen, values.to, values.request, values.response, values.seed, values.repetition);
    }

    /**
     * Returns the source of all latencies: another stream in each repetition, the same for all servers. The stream of
     * the first repetition is that of the seed.
     */
    SplittableRandom random() {
        SplittableRandom seeds = new SplittableRandom(~seed);
        long own = seed;
        for (int i = 1; i < repetition; i++) {
            own = seeds.nextLong();
        }
        return new SplittableRandom(own);
    }

    @Command(name = "relay", sortOptions = false)
    private static final class Arguments {

        @Option(
                names = "--listen",
                paramLabel = "HOST:PORT",
                description = "Address on which the relay accepts connections.",
                required = true,
                converter = AddressConverter.class)
        private InetSocketAddress listen;

        @Option(
                names = "--to",
                paramLabel = "HOST:PORT",
                description = "Target of the connections.",
                required = true,
                converter = AddressConverter.class)
        private InetSocketAddress to;

        @Option(
                names = "--request-latency",
                paramLabel = "L",
                description = "Latency towards the target.",
                required = true,
                converter = LatencyConverter.class)
        private Latency request;

        @Option(
                names = "--response-latency",
                paramLabel = "L",
                description = "Latency from the target.",
                required = true,
                converter = LatencyConverter.class)
        private Latency response;

        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "Seed of all latencies.",
                required = true,
                converter = SeedConverter.class)
        private long seed;

        @Option(
                names = "--repetition",
                paramLabel = "N",
                description = "Number of the repetition, from 1.",
                required = true,
                converter = RepetitionConverter.class)
        private int repetition;
    }

    private static final class AddressConverter implements ITypeConverter<InetSocketAddress> {

        @Override
        public InetSocketAddress convert(String text) {
            int colon = text.lastIndexOf(':');
            String port = text.substring(colon + 1);
            if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > HIGHEST_PORT) {
                throw new TypeConversionException("\"" + text + "\" is not an address; write HOST:PORT");
            }
            return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(port));
        }
    }

    private static final class LatencyConverter implements ITypeConverter<Latency> {

        @Override
        public Latency convert(String text) {
            try {
                return Latency.of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    private static final class SeedConverter implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            if (!text.matches("-?\\d{1,18}")) {
                throw new TypeConversionException("\"" + text + "\" is not a whole number");
            }
            return Long.valueOf(text);
        }
    }

    private static final class RepetitionConverter implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String text) {
            if (!text.matches("[1-9]\\d{0,8}")) {
                throw new TypeConversionException("\"" + text + "\" is not a whole number from 1");
            }
            return Integer.valueOf(text);
        }
    }
}
