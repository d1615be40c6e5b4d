package io.soabench.load;

import io.soabench.load.input.BadInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments of the load client.
 *
 * @param plan {@code plan.json}
 * @param caseId case to run
 * @param client name of this client host
 * @param compiled the compiled testbed
 * @param out folder for samples and load record; made when it is not there
 * @param endpoint the address to call
 */
public record LoadOptions(Path plan, String caseId, String client, Path compiled, Path out, String endpoint) {

    /** How to call the program. */
    public static final String USAGE = "usage: java -cp … io.soabench.load.LoadClient --plan FILE --case ID"
            + " --client HOST --compiled DIR --out DIR --endpoint URL";

    private static final Set<String> REQUIRED =
            Set.of("--plan", "--case", "--client", "--compiled", "--out", "--endpoint");

    /**
     * Parses arguments.
     *
     * @throws BadInput with all problems, the usage last
     */
    public static LoadOptions parse(String... arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (!REQUIRED.contains(name)) {
                problems.add("there is no option " + name);
            } else if (i + 1 == arguments.length) {
                problems.add(name + " needs a value");
                values.put(name, "");
            } else {
                values.put(name, arguments[i + 1]);
            }
        }
        REQUIRED.stream()
                .sorted()
                .filter(name -> !values.containsKey(name))
                .forEach(name -> problems.add(name + " is missing"));
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
                values.get("--case"),
                values.get("--client"),
                Path.of(values.get("--compiled")),
                Path.of(values.get("--out")),
                values.get("--endpoint"));
    }

    private static void mustBeReadable(String name, Map<String, String> values, List<String> problems) {
        Path file = Path.of(values.get(name));
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            problems.add(name + " " + file + " is not a file that can be read");
        }
    }
}
