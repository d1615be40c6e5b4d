package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.testbed.ProcessEvent;
import io.soabench.plan.CheckPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The functional checks of all cases. Immutable. */
public final class CaseChecks {

    private final CaseSet cases;
    private final ModelReading reading;
    private final ClientRequests requests;
    private final Map<String, String> envelopes;

    /** @param envelopes of the checks that the model declares, see {@link FunctionalChecks#envelopes} */
    public CaseChecks(CaseSet cases, ClientRequests requests, Map<String, String> envelopes) {
        this.cases = cases;
        this.reading = cases.reading();
        this.requests = requests;
        this.envelopes = Collections.unmodifiableMap(new LinkedHashMap<>(envelopes));
    }

    /** Returns the envelopes of the checks that the model declares, by path under the compiled testbed. */
    public Map<String, String> envelopes() {
        return envelopes;
    }

    /**
     * Returns the functional checks of a case. Before the measurement each process is checked, then each process that an event puts on the
     * engine.
     */
    public List<CheckPlan> of(ExpandedCase each, SimulatedWorkload workload) {
        List<CheckPlan> checks = new ArrayList<>();
        List<ProcessEvent> events = cases.events().of(each);
        for (TestedProcess process : reading.called(each)) {
            if (!ProcessEvents.isBrought(process.model(), events)) {
                checks.addAll(FunctionalChecks.of(
                        process, process, workload.chunks(process.model()), requests, envelopes, ""));
            }
        }
        for (ProcessEvent event : events) {
            TestedProcess process = reading.processes().get(event.getProcess());
            cases.events()
                    .left(event)
                    .ifPresent(version -> checks.addAll(FunctionalChecks.of(
                            process,
                            version,
                            workload.chunks(process.model()),
                            requests,
                            envelopes,
                            EventIds.id(reading.testbed(), event))));
        }
        return IntStream.range(0, checks.size())
                .mapToObj(i -> checks.get(i).named(workload.simulation().checkUiid(i + 1)))
                .toList();
    }
}
