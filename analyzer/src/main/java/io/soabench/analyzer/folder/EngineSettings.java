package io.soabench.analyzer.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.DurabilityRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings that were in force in the engines of a run. An engine reports them in its statistics under names that begin with {@value #BEGIN},
 * as it has read them from itself; those of its first repetition with statistics count.
 */
public final class EngineSettings {

    private static final String BEGIN = "setting.";
    private static final String SECTION = "settings in force";

    /** The setting of a durable engine with the place of its files: {@code memory} or {@code disk}, and the file system. */
    private static final String STORAGE = ".durableStorage";

    private static final String MEMORY = "memory";
    private static final String DISK = "disk";

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

    /**
     * Returns the environment with the durability that engines had. The plan of a run does not know the file system of an engine: if its
     * files were in memory, nothing was forced to a disk.
     */
    public static EnvironmentRecord withStorage(Path run, Plan plan, EnvironmentRecord recorded) {
        if (recorded.durability() == null) {
            return recorded;
        }
        Map<String, DurabilityRecord> found = new LinkedHashMap<>(recorded.durability());
        for (EnvironmentEntries.Entry entry : entries(run, plan)) {
            if (entry.item().endsWith(STORAGE) && entry.content().startsWith(MEMORY)) {
                String engine = entry.item().substring(0, entry.item().length() - STORAGE.length());
                found.computeIfPresent(
                        engine, (name, planned) -> planned.level().equals(DISK) ? inMemory(entry.content()) : planned);
            }
        }
        return new EnvironmentRecord(
                recorded.format(),
                recorded.recordedAt(),
                recorded.origin(),
                recorded.driver(),
                recorded.versions(),
                recorded.plugins(),
                recorded.programs(),
                recorded.hosts(),
                recorded.configuration(),
                recorded.commands(),
                recorded.notices(),
                found);
    }

    private static DurabilityRecord inMemory(String storage) {
        return new DurabilityRecord(
                "process",
                "writes what happens to an instance into files in " + storage
                        + ", which survive its process, but not the machine");
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
