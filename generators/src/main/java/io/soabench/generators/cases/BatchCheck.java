package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.plugin.ServerType;
import java.util.List;

/** A check that each case that orders batches has an engine that takes them, at its own host. */
public final class BatchCheck {

    private final CaseSet caseSet;
    private final ModelReading reading;
    private final ProblemCollector problems;

    public BatchCheck(CaseSet caseSet, ProblemCollector problems) {
        this.caseSet = caseSet;
        this.reading = caseSet.reading();
        this.problems = problems;
    }

    public void check(ExpandedCase each, TestedProcess process) {
        TraceFolder folder = caseSet.tracesOf(each);
        if (folder.workload().batch().isEmpty()) {
            return;
        }
        String what = "workload \"" + folder.workload().name() + "\" orders batches";
        if (process.contract().isEmpty() || each.server().isEmpty()) {
            problem(
                    each,
                    what + " of \"" + process.name()
                            + "\", which no engine of this testbed runs; let the case name a process with a BPEL file, and an engine");
            return;
        }
        String server = each.server().get().getName();
        ServerType type = reading.type(each.server().get());
        List<String> elsewhere = folder.hosts().stream()
                .filter(host -> !host.equals(each.server().get().getHost().getName()))
                .toList();
        if (type != null && type.lifecycle().batches() == null) {
            problem(
                    each,
                    what + ", but servers of type \"" + type.name()
                            + "\" take none; use an engine that does, e.g. reference, or a workload without batches");
        } else if (!elsewhere.isEmpty()) {
            problem(
                    each,
                    what + " from the hosts " + elsewhere + ", but engine \"" + server
                            + "\" takes them from its own host only; add: from "
                            + each.server().get().getHost().getName());
        } else if (process.callback().isPresent()) {
            problem(
                    each,
                    what + " of \"" + process.name()
                            + "\", which answers its clients by a callback, but instances of a batch have no clients; use a workload without batches");
        }
    }

    private void problem(ExpandedCase each, String sentence) {
        problems.add(IssueCode.BATCH_IMPOSSIBLE, each.testCase(), null, sentence);
    }
}
