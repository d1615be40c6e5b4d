package io.soabench.analyzer.cases;

import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessFilePlan;
import io.soabench.plan.ProcessPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The files of the processes that the engines of a plan run, where engines run files in other languages than BPEL. */
public final class EngineFiles {

    private static final String SECTION = "processes";
    private static final Map<String, String> TITLES = Map.of("bpel", "BPEL", "bpmn", "BPMN", "camel", "Camel");

    private final Plan plan;

    private EngineFiles(Plan plan) {
        this.plan = plan;
    }

    /** Returns the files of a plan. */
    public static EngineFiles of(Plan plan) {
        return new EngineFiles(plan);
    }

    /** Returns one entry of the environment for each file and engine, with the language, the path and the hash. */
    public List<EnvironmentEntries.Entry> entries() {
        List<EnvironmentEntries.Entry> entries = new ArrayList<>();
        for (ProcessPlan process : plan.processes()) {
            process.files()
                    .forEach((server, file) -> entries.add(new EnvironmentEntries.Entry(
                            SECTION, process.name() + "." + server, title(file) + ": " + described(file))));
        }
        return entries;
    }

    private static String described(ProcessFilePlan file) {
        String variant = file.variant().isEmpty() ? "" : " as " + file.variant();
        return file.file() + process(file) + variant + ", SHA-256 " + file.sha256();
    }

    private static String process(ProcessFilePlan file) {
        return file.process() == null ? "" : " process " + file.process();
    }

    private static String title(ProcessFilePlan file) {
        return TITLES.getOrDefault(file.language(), file.language());
    }

    /** Returns one sentence where engines that are compared run files in different languages or of different variants. */
    public List<String> caveats(List<CaseResult> cases) {
        Map<String, TreeSet<String>> engines = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            for (String process : one.testCase().processes()) {
                ProcessFilePlan file =
                        plan.processOf(process).files().get(one.testCase().server());
                if (file != null) {
                    String variant = file.variant().isEmpty() ? "" : " (" + file.variant() + ")";
                    engines.computeIfAbsent(title(file) + variant, kind -> new TreeSet<>())
                            .add(CaseResult.engine(one.testCase()));
                }
            }
        }
        if (engines.size() < 2) {
            return List.of();
        }
        String kinds = engines.entrySet().stream()
                .map(each -> String.join(", ", each.getValue()) + ": " + each.getKey())
                .collect(Collectors.joining("; "));
        return List.of("The engines run different files of each process (" + kinds
                + "). The files keep one contract; a difference may come from the file as well as from the engine.");
    }
}
