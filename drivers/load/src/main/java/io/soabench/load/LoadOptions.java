package io.soabench.load;

import io.soabench.load.input.BadInput;
import io.soabench.plan.Execution;
import io.soabench.plan.LoadRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of the load client.
 *
 * @param plan {@code plan.json}
 * @param execution case to run, and in which repetition
 * @param client name of this client host
 * @param compiled the compiled testbed
 * @param out folder for samples and load record; made when it is not there
 * @param endpoints the addresses to call, see {@link io.soabench.load.input.LoadPlan#of}
 * @param callbacks the address for callbacks, see there
 * @param tokenFile file with the token for orders of batches; empty: the engine needs none
 * @param trust file of certificates (PEM) by which the servers of https addresses are trusted, in place of those of the plan
 * @param engine part of the load client that sends the requests
 * @param rehearsalMs length of the warm-up of its own code before it is ready, milliseconds; 0: none
 */
public record LoadOptions(
        Path plan,
        Execution execution,
        String client,
        Path compiled,
        Path out,
        List<String> endpoints,
        Optional<String> callbacks,
        Optional<Path> tokenFile,
        Optional<Path> trust,
        LoadRecord.Engine engine,
        long rehearsalMs) {

    /** Usage of the program. */
    public static final String USAGE = "usage: java -cp … io.soabench.load.LoadClient --plan FILE --case ID"
            + " --client HOST --compiled DIR --out DIR --endpoint URL [--repetition N] [--engine loop|jmeter] [--rehearsal MS],"
            + " of several processes --endpoint NAME=URL for each; where a process calls back --callback http://HOST:PORT, where batches are ordered --token-file FILE,"
            + " of servers of the testbed that speak TLS --trust FILE";

    private static final long LOOP_REHEARSAL_MS = 1_000;

    private static final long JMETER_REHEARSAL_MS = 2_000;

    private static final long MOST_REHEARSAL_MS = 60_000;

    private static final String ENDPOINT = "--endpoint";

    private static final String REPETITION = "--repetition";

    private static final String CALLBACK = "--callback";

    private static final String TOKEN_FILE = "--token-file";

    private static final String TRUST = "--trust";

    private static final Set<String> REQUIRED = Set.of("--plan", "--case", "--client", "--compiled", "--out", ENDPOINT);

    private static final Set<String> OPTIONAL =
            Set.of(REPETITION, "--engine", "--rehearsal", CALLBACK, TOKEN_FILE, TRUST);

    /**
     * Parses arguments.
     *
     * @throws BadInput with all problems, the usage last
     */
    public static LoadOptions parse(String... arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        List<String> endpoints = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (!REQUIRED.contains(name) && !OPTIONAL.contains(name)) {
                problems.add("there is no option " + name);
            } else if (i + 1 == arguments.length) {
                problems.add(name + " needs a value");
                values.put(name, "");
            } else {
                values.put(name, arguments[i + 1]);
                if (name.equals(ENDPOINT)) {
                    endpoints.add(arguments[i + 1]);
                }
            }
        }
        REQUIRED.stream()
                .sorted()
                .filter(name -> !values.containsKey(name))
                .forEach(name -> problems.add(name + " is missing"));
        Optional<LoadRecord.Engine> engine = engine(values, problems);
        int repetition = repetition(values, problems);
        long rehearsalMs = rehearsalMs(values, engine.orElse(LoadRecord.Engine.LOOP), problems);
        if (problems.isEmpty()) {
            mustBeReadable("--plan", values, problems);
            if (!Files.isDirectory(Path.of(values.get("--compiled")))) {
                problems.add("--compiled " + values.get("--compiled") + " is not a folder");
            }
        } else {
            problems.add(USAGE);
        }
        if (!problems.isEmpty()) {
            throw new BadInput(problems);
        }
        return new LoadOptions(
                Path.of(values.get("--plan")),
                new Execution(values.get("--case"), repetition),
                values.get("--client"),
                Path.of(values.get("--compiled")),
                Path.of(values.get("--out")),
                List.copyOf(endpoints),
                Optional.ofNullable(values.get(CALLBACK)),
                Optional.ofNullable(values.get(TOKEN_FILE)).map(Path::of),
                Optional.ofNullable(values.get(TRUST)).map(Path::of),
                engine.orElseThrow(),
                rehearsalMs);
    }

    private static Optional<LoadRecord.Engine> engine(Map<String, String> values, List<String> problems) {
        String name = values.getOrDefault("--engine", LoadRecord.Engine.LOOP.word());
        Optional<LoadRecord.Engine> engine = LoadRecord.Engine.of(name);
        if (engine.isEmpty()) {
            problems.add("--engine " + name + " is none of " + LoadRecord.Engine.words());
        }
        return engine;
    }

    private static int repetition(Map<String, String> values, List<String> problems) {
        String text = values.getOrDefault(REPETITION, "1");
        if (text.matches("[1-9]\\d{0,8}")) {
            return Integer.parseInt(text);
        }
        problems.add(REPETITION + " " + text + " is not the number of a repetition; they count from 1");
        return 1;
    }

    /** Returns the longest rehearsal of a load client without an option, in ms. Within that time its code is compiled. */
    public static long rehearsalMs(LoadRecord.Engine engine) {
        return switch (engine) {
            case LOOP -> LOOP_REHEARSAL_MS;
            case JMETER -> JMETER_REHEARSAL_MS;
        };
    }

    private static long rehearsalMs(Map<String, String> values, LoadRecord.Engine engine, List<String> problems) {
        String text = values.getOrDefault("--rehearsal", Long.toString(rehearsalMs(engine)));
        if (text.matches("\\d{1,6}") && Long.parseLong(text) <= MOST_REHEARSAL_MS) {
            return Long.parseLong(text);
        }
        problems.add("--rehearsal " + text + " is not a number of milliseconds from 0 to " + MOST_REHEARSAL_MS);
        return 0;
    }

    private static void mustBeReadable(String name, Map<String, String> values, List<String> problems) {
        Path file = Path.of(values.get(name));
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            problems.add(name + " " + file + " is not a file that can be read");
        }
    }
}
