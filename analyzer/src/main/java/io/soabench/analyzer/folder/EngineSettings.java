package io.soabench.analyzer.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings that were in force in the engines of a run. An engine reports them in its statistics under names that begin with {@value #BEGIN},
 * as it has read them from itself; those of its first repetition with statistics count.
 */
public final class EngineSettings {

    private static final String BEGIN = "setting.";
    private static final String SECTION = "settings in force";

    private EngineSettings() {}

    /** Returns one entry of the environment for each setting of each engine; none for engines that report no settings. */
    public static List<EnvironmentEntries.Entry> entries(Path run, Plan plan) {
        List<EnvironmentEntries.Entry> entries = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (CasePlan one : plan.cases()) {
            for (Execution execution : plan.order()) {
                if (execution.caseId().equals(one.id())
                        && !known.contains(one.server())
                        && !one.server().isEmpty()) {
                    Path folder = RunFiles.repetition(run, one.id(), execution.repetition());
                    Optional<JsonNode> statistics = read(folder.resolve(RunFiles.Each.STATISTICS.of(one.server())));
                    statistics.ifPresent(all -> all.properties().stream()
                            .filter(each -> each.getKey().startsWith(BEGIN))
                            .forEach(each -> entries.add(new EnvironmentEntries.Entry(
                                    SECTION,
                                    one.server() + "." + each.getKey().substring(BEGIN.length()),
                                    each.getValue().asText()))));
                    if (statistics.isPresent()) {
                        known.add(one.server());
                    }
                }
            }
        }
        return entries;
    }

    private static Optional<JsonNode> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(file, JsonNode.class)).filter(JsonNode::isObject);
        } catch (UncheckedIOException e) {
            // A server may answer anything; its numbers are not needed here.
            return Optional.empty();
        }
    }
}
