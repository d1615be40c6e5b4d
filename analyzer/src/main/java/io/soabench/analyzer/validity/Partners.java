package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.stat.Words;
import io.soabench.analyzer.validity.Check.State;
import io.soabench.analyzer.validity.Criterion.Excuse;
import io.soabench.analyzer.validity.Criterion.Subject;
import java.util.List;

/** Whether the engine called its partners as the process says, and the mocked partners did what the model says. */
final class Partners {

    private static final Criterion LEDGER = Criterion.of(Subject.ENGINE, "ledger", "Ledger")
            .looksAt("the counts of load clients, engine and partners, see V_LEDGER")
            .violated("an entry differs, or the calls that the process prescribes cannot be checked")
            .because("An engine that is fast because it skips work must not win.")
            .remedy("The sentence names a request to look for in the files and in the logs of the engine.")
            .consequence()
            .excusedBy(Excuse.HANG)
            .judgedBy(Partners::ledger);

    private static final Criterion UNDERSTOOD = Criterion.of(Subject.BOTH, "partners", "Partners")
            .looksAt("calls that arrived at mocked services")
            .violated("a mock did not understand a call")
            .because("A call that is not that of the process makes the engine do something else.")
            .remedy(
                    "Look at the calls in the log of the mock host: the engine sends another message than its partner expects.")
            .judgedBy(Partners::understood);

    private static final Criterion TRACES = Criterion.of(Subject.HARNESS, "partner-traces", "Traces of partners")
            .looksAt("calls for which the trace of a service has a behaviour")
            .warned("a call had no behaviour of its own")
            .because("The mock then draws one, so that another run need not show the same.")
            .remedy("Nothing, unless runs must be the same call by call; then use less load or a shorter measurement.")
            .judgedBy(Partners::traces);

    private Partners() {}

    static List<Criterion> criteria() {
        return List.of(LEDGER, UNDERSTOOD, TRACES);
    }

    private static String name(ServiceUse use) {
        return use.service() + " " + use.instance() + ", " + use.operation();
    }

    private static void ledger(Evidence evidence, Findings findings) {
        boolean differs = false;
        boolean known = false;
        for (LedgerEntry entry : evidence.ledger()) {
            known |= entry.state() == LedgerEntry.State.AGREES;
            if (entry.state() == LedgerEntry.State.DIFFERS) {
                differs = true;
                findings.add(State.VIOLATED, entry.sentence());
            }
        }
        RepetitionFolder folder = evidence.folder();
        boolean calls = folder.prescriptions().stream()
                .anyMatch(prescription -> prescription.calls().orElse(0) > 0);
        if (calls && !folder.allCalls()) {
            findings.violatedEvenWhenHung(
                    Double.NaN,
                    Double.NaN,
                    "",
                    "Whether the engine made the partner calls of its process cannot be checked.");
        } else if (!differs) {
            findings.add(known ? State.GOOD : State.UNKNOWN, known ? "The ledger agrees." : "There is no ledger.");
        }
    }

    private static void understood(Evidence evidence, Findings findings) {
        for (ServiceUse use : evidence.services()) {
            if (use.notUnderstood() > 0) {
                findings.add(
                        State.VIOLATED,
                        (double) use.notUnderstood(),
                        0,
                        "calls",
                        Words.count(use.notUnderstood(), "call", "calls") + " of " + name(use)
                                + " could not be understood by the mock.");
            }
        }
    }

    private static void traces(Evidence evidence, Findings findings) {
        for (ServiceUse use : evidence.services()) {
            if (use.untraced() > 0) {
                findings.add(
                        State.WARNING,
                        (double) use.untraced(),
                        0,
                        "calls",
                        Words.count(use.untraced(), "call", "calls") + " of " + name(use)
                                + " had no behaviour of their own in the trace: another run need not show the same.");
            }
        }
    }
}
