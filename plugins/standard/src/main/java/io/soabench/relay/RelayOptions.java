package io.soabench.relay;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

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

    /** The usage line. */
    static final String USAGE =
            "usage: --listen HOST:PORT --to HOST:PORT --request-latency L --response-latency L --seed N --repetition N, where L is "
                    + Latency.FORMS;

    private static final int HIGHEST_PORT = 65_535;

    /** The refusal of a command line, with one sentence for each mistake. */
    static final class Wrong extends Exception {

        private static final long serialVersionUID = 1L;

        Wrong(List<String> problems) {
            super(String.join("\n", problems) + "\n" + USAGE);
        }
    }

    /**
     * Reads the arguments of {@code main}.
     *
     * @throws Wrong with all mistakes
     */
    static RelayOptions parse(String... arguments) throws Wrong {
        Map<String, String> values = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (String name :
                List.of("--listen", "--to", "--request-latency", "--response-latency", "--seed", "--repetition")) {
            values.put(name, null);
        }
        for (int i = 0; i < arguments.length; i += 2) {
            if (!values.containsKey(arguments[i])) {
                problems.add("unknown argument " + arguments[i]);
            } else if (i + 1 < arguments.length) {
                values.put(arguments[i], arguments[i + 1]);
            }
        }
        values.forEach((name, value) -> {
            if (value == null) {
                problems.add(name + " is missing");
            }
        });
        if (!problems.isEmpty()) {
            throw new Wrong(problems);
        }
        InetSocketAddress listen = address(values.get("--listen"), problems);
        InetSocketAddress to = address(values.get("--to"), problems);
        Latency request = latency(values.get("--request-latency"), problems);
        Latency response = latency(values.get("--response-latency"), problems);
        String seed = values.get("--seed");
        if (!seed.matches("-?\\d{1,18}")) {
            problems.add("the seed \"" + seed + "\" is no whole number");
        }
        String repetition = values.get("--repetition");
        if (!repetition.matches("[1-9]\\d{0,8}")) {
            problems.add("the repetition \"" + repetition + "\" is no whole number from 1");
        }
        if (!problems.isEmpty()) {
            throw new Wrong(problems);
        }
        return new RelayOptions(listen, to, request, response, Long.parseLong(seed), Integer.parseInt(repetition));
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

    private static InetSocketAddress address(String text, List<String> problems) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > HIGHEST_PORT) {
            problems.add("\"" + text + "\" is no address; write HOST:PORT");
            return null;
        }
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(port));
    }

    private static Latency latency(String text, List<String> problems) {
        try {
            return Latency.of(text);
        } catch (IllegalArgumentException e) {
            problems.add("\"" + text + "\" is no latency");
            return Latency.NONE;
        }
    }
}
