package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.EngineFiles;
import io.soabench.analyzer.folder.EnvironmentEntries.Entry;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessFilePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that each engine runs stands in the environment, and a difference between engines in a caveat. */
final class EngineFilesTest {

    private static final ProcessFilePlan BPEL = new ProcessFilePlan("bpel", "", "bpel/order.bpel", "12ab");
    private static final ProcessFilePlan BPMN = new ProcessFilePlan("bpmn", "", "bpmn/order.bpmn", "34cd");
    private static final ProcessFilePlan ASYNC = new ProcessFilePlan("bpmn", "async", "bpmn/later.bpmn", "56ef");

    @TempDir
    private Path folder;

    private static Plan plan(Map<String, ProcessFilePlan> files) {
        Plan plan = RunFixture.plan(2, 1, 1);
        return plan.withProcesses(
                plan.processes().stream().map(each -> each.withFiles(files)).toList());
    }

    private List<String> caveats(Map<String, ProcessFilePlan> files) throws IOException {
        RunFixture run = new RunFixture(folder, plan(files));
        for (CasePlan one : run.plan().cases()) {
            run.repetition(one.id(), 1).fill(20).write();
        }
        return EngineFiles.of(run.plan()).caveats(run.analyze().cases());
    }

    @Test
    void shouldNameTheLanguagesThatEnginesRun() throws IOException {
        assertThat(caveats(Map.of("engine1", BPEL, "engine2", BPMN)))
                .containsExactly(
                        "The engines run different files of each process (engine1: BPEL; engine2: BPMN). The files"
                                + " keep one contract; a difference may come from the file as well as from the engine.");
    }

    @Test
    void shouldNameTheVariant() throws IOException {
        assertThat(caveats(Map.of("engine1", BPMN, "engine2", ASYNC)))
                .singleElement()
                .asString()
                .contains("(engine1: BPMN; engine2: BPMN (async))");
    }

    @Test
    void shouldNameTheProcessOfAFileWithSeveral() {
        ProcessFilePlan buyer = new ProcessFilePlan("bpmn", "", "bpmn/pools.bpmn", "78ab", "Buyer");

        assertThat(EngineFiles.of(plan(Map.of("engine1", buyer))).entries())
                .extracting(Entry::content)
                .containsOnly("BPMN: bpmn/pools.bpmn process Buyer, SHA-256 78ab");
    }

    @Test
    void shouldHaveNoCaveatWhereAllEnginesRunOneFile() throws IOException {
        assertThat(caveats(Map.of("engine1", BPMN, "engine2", BPMN))).isEmpty();
    }

    @Test
    void shouldHaveAnEntryOfTheEnvironmentForEachEngine() {
        assertThat(EngineFiles.of(plan(Map.of("engine2", ASYNC))).entries())
                .containsExactly(
                        new Entry("processes", "Process.engine2", "BPMN: bpmn/later.bpmn as async, SHA-256 56ef"));
    }
}
