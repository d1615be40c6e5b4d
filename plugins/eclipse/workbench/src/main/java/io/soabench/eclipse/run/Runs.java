package io.soabench.eclipse.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.core.runtime.ILog;

/**
 * The runs of a project, found in its folders. Files are only read. A folder that is not a complete run is left
 * out.
 */
public final class Runs {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Runs() {}

    /** Returns all runs below a project's folder, the newest first. */
    public static List<Run> in(Path project) {
        List<Run> runs = new ArrayList<>();
        for (Path testbed : folders(project.resolve("target").resolve("soabench"))) {
            for (Path run : folders(testbed.resolve("runs"))) {
                if (!Files.isSymbolicLink(run)) {
                    read(testbed.getFileName().toString(), run).ifPresent(runs::add);
                }
            }
        }
        runs.sort(Comparator.comparing(Run::begun).reversed());
        return runs;
    }

    private static List<Path> folders(Path in) {
        if (!Files.isDirectory(in)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(in)) {
            return all.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            ILog.get().warn(in + " cannot be read: " + e.getMessage());
            return List.of();
        }
    }

    private static Optional<Run> read(String testbed, Path folder) {
        Path journal = folder.resolve(RunFiles.RUN);
        if (!Files.isRegularFile(journal)) {
            return Optional.empty();
        }
        try {
            JsonNode run = JSON.readTree(journal.toFile());
            return Optional.of(new Run(
                    testbed,
                    folder.getFileName().toString(),
                    folder,
                    Instant.parse(run.path("startedAt").asText()),
                    run.path("state").asText().toLowerCase(Locale.ROOT),
                    verdicts(folder.resolve(RunFiles.REPORT).resolve(RunFiles.VERDICTS))));
        } catch (IOException | DateTimeException e) {
            ILog.get().warn(journal + " cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static List<Run.Verdict> verdicts(Path file) throws IOException {
        List<Run.Verdict> found = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return found;
        }
        JsonNode all = JSON.readTree(file.toFile());
        for (JsonNode each : all.path("objectives")) {
            found.add(new Run.Verdict(
                    each.path("case").asText(),
                    each.path("text").asText(),
                    each.path("verdict").asText(),
                    value(each, "value")));
        }
        for (JsonNode each : all.path("verdicts")) {
            found.add(new Run.Verdict(
                    each.path("process").asText() + " under "
                            + each.path("workload").asText(),
                    each.path("b").asText() + " against " + each.path("a").asText() + ", "
                            + each.path("metric").asText(),
                    each.path("verdict").asText(),
                    value(each, "ratio")));
        }
        return found;
    }

    private static String value(JsonNode of, String name) {
        if (!of.path(name).isNumber()) {
            return "";
        }
        String number = "%.4g".formatted(of.path(name).asDouble());
        return of.path("low").isNumber() && of.path("high").isNumber()
                ? number
                        + " (%.4g to %.4g)"
                                .formatted(
                                        of.path("low").asDouble(),
                                        of.path("high").asDouble())
                : number;
    }
}
