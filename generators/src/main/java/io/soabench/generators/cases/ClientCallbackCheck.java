package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.plugin.Lifecycle.Calling;
import io.soabench.plugin.ServerType;
import java.util.List;

/** A check that a process that answers its clients by a callback finds them in each case. */
public final class ClientCallbackCheck {

    private final CaseSet caseSet;
    private final ModelReading reading;
    private final ProblemCollector problems;

    public ClientCallbackCheck(CaseSet caseSet, ProblemCollector problems) {
        this.caseSet = caseSet;
        this.reading = caseSet.reading();
        this.problems = problems;
    }

    public void check(ExpandedCase each, TestedProcess process) {
        if (process.callback().isEmpty()) {
            return;
        }
        String what = "process \"" + process.name() + "\" answers its clients by \""
                + process.callback().get().plan().operation() + "\", ";
        List<String> hosts = caseSet.tracesOf(each).hosts();
        ServerType type = each.server().map(reading::type).orElse(null);
        Calling calling = type == null ? Calling.REPLY_TO : type.lifecycle().calling();
        if (calling == Calling.NOBODY) {
            problem(
                    each,
                    what + "but servers of type \"" + type.name()
                            + "\" do not say how a process calls its clients back; use another engine");
        } else if (process.addressed()) {
            if (calling == Calling.LINK) {
                problem(
                        each,
                        what + "to where requests say by WS-Addressing, but servers of type \"" + type.name()
                                + "\" call only the address of the partner link; let the process copy the identifier: copies uiid to"
                                + " \"<path in the callback>\"");
            }
        } else if (process.contract().isEmpty()) {
            problem(
                    each,
                    what
                            + "but this testbed does not deploy it, so it does not know their address; let requests carry it by"
                            + " WS-Addressing: leave \"copies uiid to\" out");
        } else if (hosts.size() > 1) {
            problem(
                    each,
                    what + "at the one address of its partner link, but the load comes from the hosts " + hosts
                            + "; let it come from one, or let requests say where they are answered by WS-Addressing: leave"
                            + " \"copies uiid to\" out");
        }
    }

    private void problem(ExpandedCase each, String sentence) {
        problems.add(IssueCode.CLIENT_CALLBACK_IMPOSSIBLE, each.testCase(), null, sentence);
    }
}
