package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.RecordedEvent;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Criterion.Excuse;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.EventKind;
import io.soabench.plan.EventPlan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerEnd;
import java.util.List;
import java.util.Optional;

/** The criteria of a completed repetition. */
final class CompletionCriteria {

    static final Criterion DATA = Criterion.of(Subject.BOTH, "data", "Data")
            .looksAt("the folder of the repetition")
            .violated("the repetition has no folder, or nothing in it")
            .because("Without data there is no result.")
            .remedy("Continue the run (-Dsoabench.resume=latest).")
            .judgedBy((evidence, findings) -> {});

    private static final Criterion STATE = Criterion.of(Subject.BOTH, "state", "State")
            .looksAt("the record of the driver about the end of the repetition")
            .violated("the driver did not complete the repetition, or left no record")
            .because("A repetition that was cut off is shorter than the others, or lacks its end.")
            .remedy("The sentence gives the reason. Remove it, then continue the run (-Dsoabench.resume=latest).")
            .judgedBy(CompletionCriteria::state);

    private static final Criterion SERVERS = Criterion.of(Subject.BOTH, "servers", "Servers")
            .looksAt("how servers ended, and what the driver saw of them")
            .violated("a server ended by itself while it was needed")
            .warned("a server had to be killed, left processes behind, wrote too many logs, or hung")
            .because("After a server has ended, the measurement is of a system without it.")
            .remedy("Read the lines of its log in the report, or its whole log in the folder of the repetition.")
            .consequence()
            .judgedBy(CompletionCriteria::servers);

    private static final Bound EVENT_TIME = Bound.most(
            "the difference between planned and real time",
            100,
            Criterion.MS,
            "Drivers trigger events within a few milliseconds of the planned time; a deviation of a tenth of a second is visible in a"
                    + " chart.");

    private static final Criterion EVENTS = Criterion.of(Subject.BOTH, "events", "Events")
            .looksAt("the events of the model")
            .violated("an event did not happen")
            .warned(EVENT_TIME)
            .because("A repetition without one of its events belongs to another case.")
            .remedy("Let the event happen earlier, or at a request that is reached, or measure longer.")
            .consequence()
            .excusedBy(Excuse.HANG)
            .judgedBy(CompletionCriteria::events);

    private CompletionCriteria() {}

    static List<Criterion> criteria() {
        return List.of(DATA, STATE, SERVERS, EVENTS);
    }

    private static void state(Evidence evidence, CriterionFindings findings) {
        Optional<RepetitionRecord> record = evidence.folder().record();
        if (record.isEmpty()) {
            findings.add(State.VIOLATED, "There is no record of how the repetition ended.");
            return;
        }
        RunRecord.State state = record.get().state();
        if (state == RunRecord.State.COMPLETED) {
            findings.add(State.GOOD, "The repetition was completed.");
            return;
        }
        String message = record.get().message();
        String words =
                switch (state) {
                    case FAILED -> "The repetition failed";
                    case INTERRUPTED -> "The repetition was interrupted";
                    case PENDING, RUNNING, COMPLETED, DISTURBED -> "The repetition was cut off";
                };
        findings.add(State.VIOLATED, words + (message == null || message.isEmpty() ? "." : ": " + message + "."));
    }

    private static void servers(Evidence evidence, CriterionFindings findings) {
        for (ServerRecord server :
                evidence.folder().record().map(RepetitionRecord::servers).orElse(List.of())) {
            if (server.stopped() == ServerEnd.DIED) {
                findings.add(State.VIOLATED, "Server \"" + server.name() + "\" ended by itself while it was needed.");
            } else if (server.stopped() == ServerEnd.KILLED) {
                findings.add(
                        State.WARNING,
                        "Server \"" + server.name() + "\" did not end when it was asked to and was killed.");
            }
        }
        evidence.folder().warnings().forEach(sentence -> findings.add(State.WARNING, sentence));
    }

    private static void events(Evidence evidence, CriterionFindings findings) {
        List<EventPlan> planned = evidence.testCase().events();
        boolean all = true;
        for (EventPlan event : planned) {
            String name = "The event \"" + event.text() + "\" ";
            Optional<RecordedEvent> happened = happening(evidence, EventKind.MODEL, event);
            if (happened.isEmpty()) {
                all = false;
                findings.add(State.VIOLATED, name + missed(evidence, event) + ".");
            } else if (event.atMs() >= 0 && evidence.window().known()) {
                double lateMs = Math.abs(evidence.window().at(happened.get().atNs()) * 1000 - event.atMs());
                if (lateMs > EVENT_TIME.limit()) {
                    all = false;
                    findings.add(
                            State.WARNING,
                            lateMs,
                            EVENT_TIME.limit(),
                            Criterion.MS,
                            name + "happened " + SentenceText.ms(lateMs) + " off its planned time.");
                }
            }
        }
        if (all && !planned.isEmpty()) {
            findings.add(State.GOOD, "All events of the model happened in time.");
        }
    }

    private static Optional<RecordedEvent> happening(Evidence evidence, EventKind kind, EventPlan event) {
        return evidence.folder().happenings().stream()
                .filter(h -> h.kind() == kind && h.event().equals(event.id()))
                .findFirst();
    }

    private static String missed(Evidence evidence, EventPlan event) {
        return happening(evidence, EventKind.MISSED, event)
                .map(RecordedEvent::detail)
                .orElse("is not recorded to have happened");
    }
}
