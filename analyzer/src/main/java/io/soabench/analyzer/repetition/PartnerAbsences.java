package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.RecordedEvent;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EventKind;
import io.soabench.plan.EventPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The partners that events of the model made unavailable, and the requests that these absences could affect. Refused calls reach no mock,
 * so a request may lack calls, and fail, by design.
 */
final class PartnerAbsences {

    /** Tolerance for the clocks of hosts. */
    private static final long CLOCKS_NS = 20_000_000L;

    private record Absence(String service, long number, long sinceNs) {

        String instance() {
            return service + "[" + number + "]";
        }
    }

    private final RepetitionFolder folder;
    private final List<Absence> absences = new ArrayList<>();

    private PartnerAbsences(RepetitionFolder folder) {
        this.folder = folder;
    }

    /** Returns the absences in a repetition of services that a process of the case needs. */
    static PartnerAbsences of(RepetitionFolder folder, CasePlan testCase) {
        PartnerAbsences all = new PartnerAbsences(folder);
        for (EventPlan event : testCase.events()) {
            if (event.kind() == EventPlan.Kind.SERVICE_UNAVAILABLE) {
                String service = event.parameters().getOrDefault("service", "");
                long number = Long.parseLong(event.parameters().getOrDefault("instance", "1"));
                if (folder.versions().all().stream().anyMatch(process -> process.needs(service, number))) {
                    folder.happenings().stream()
                            .filter(h ->
                                    h.kind() == EventKind.MODEL && h.event().equals(event.id()))
                            .mapToLong(RecordedEvent::atNs)
                            .min()
                            .ifPresent(ns -> all.absences.add(new Absence(service, number, ns)));
                }
            }
        }
        return all;
    }

    /**
     * Returns the partner whose absence explains missing calls of a request: one that became unavailable before the request ended, unless
     * all its calls were seen.
     *
     * @return the service instance, e.g. {@code quotes[2]}
     */
    Optional<String> missedBy(int request) {
        if (absences.isEmpty()) {
            return Optional.empty();
        }
        int prescribed = folder.prescription(request).allowed().stream()
                .min(Integer::compare)
                .orElse(Integer.MAX_VALUE);
        if (folder.allCalls() && folder.calls().seen(request) >= prescribed) {
            return Optional.empty();
        }
        long endNs = folder.samples().endNs(request);
        return absences.stream()
                .filter(absence -> folder.prescription(request).needs(absence.service(), absence.number()))
                .filter(absence -> endNs >= absence.sinceNs() - CLOCKS_NS)
                .map(Absence::instance)
                .findFirst();
    }
}
