package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.Outcome;
import io.soabench.plan.RepetitionRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The comparison of the counts of client, engine and mocks, warm-up included. Sent requests, started instances and ended instances must be
 * equal. The number of partner calls must be that which the process prescribes; of a mix, process by process. It detects an engine that is
 * fast because it skips work.
 */
final class Ledger {

    /** Mean duration of a request's calls from which their overlap is counted: 1 ms. */
    private static final long LEAST_CALL_NS = 1_000_000;

    private static final long NS_PER_MS = 1_000_000;

    private final RepetitionFolder folder;
    private final CasePlan testCase;
    private final PartnerAbsences absences;
    private final List<LedgerEntry> entries = new ArrayList<>();
    /** The subject of the entries that are added. */
    private String about;

    private Ledger(RepetitionFolder folder, CasePlan testCase, PartnerAbsences absences) {
        this.folder = folder;
        this.testCase = testCase;
        this.absences = absences;
        this.about = testCase.subject();
    }

    static List<LedgerEntry> of(RepetitionFolder folder, CasePlan testCase, PartnerAbsences absences) {
        Ledger ledger = new Ledger(folder, testCase, absences);
        ledger.requests();
        ledger.instances();
        ledger.calls();
        ledger.callsAtOnce();
        ledger.callbacks();
        ledger.checks();
        return List.copyOf(ledger.entries);
    }

    private void requests() {
        long lines = folder.samples().size();
        if (folder.loads().size() < Math.max(1, folder.lines().size())) {
            add("requests recorded", null, lines, null, "A load client did not report how many requests it sent.");
            return;
        }
        long sent = folder.loads().values().stream()
                .mapToLong(load -> load.requests().sent())
                .sum();
        add(
                "requests recorded",
                sent,
                lines,
                sent == lines,
                sent == lines
                        ? "Each of the " + SentenceText.count(sent) + " requests that were sent is recorded."
                        : SentenceText.count(sent) + " requests were sent, but " + SentenceText.count(lines)
                                + " are recorded.");
    }

    private long count(Outcome outcome) {
        RequestSamples samples = folder.samples();
        return count(i -> samples.outcome(i) == outcome);
    }

    private long count(IntPredicate request) {
        long count = 0;
        for (int i = 0; i < folder.samples().size(); i++) {
            count += request.test(i) ? 1 : 0;
        }
        return count;
    }

    private void instances() {
        Map<String, Long> counters = folder.statistics().get(testCase.server());
        long checks = folder.record().map(RepetitionRecord::checks).orElse(0);
        long each = folder.workload().ordersBatches() ? folder.workload().batch() : 1;
        long sent = folder.samples().size() * each + checks;
        if (counters == null || counters.get("instancesStarted") == null) {
            add("instances started", sent, null, null, "The engine does not report how many instances it started.");
            return;
        }
        if (!folder.kills().none()) {
            add(
                    "instances started",
                    sent,
                    null,
                    null,
                    "An event killed the engine, and its counters began anew with its last start.");
            return;
        }
        long recovered = counters.getOrDefault("instancesRecovered", 0L);
        if (recovered > 0 || counters.getOrDefault("replicasLost", 0L) > 0) {
            // The counts of a lost part are those of its last probe.
            add(
                    "instances started",
                    sent,
                    null,
                    null,
                    "A part of the engine ended, and "
                            + SentenceText.count(recovered, "instance was", "instances were")
                            + " recovered, so its counters do not show how many instances it started.");
            return;
        }
        long started = counters.get("instancesStarted");
        long certain = (count(Outcome.OK) + count(Outcome.WRONG) + count(Outcome.NO_CALLBACK)) * each + checks;
        boolean agrees = started >= certain && started <= sent;
        add(
                "instances started",
                sent,
                started,
                agrees,
                agrees
                        ? started == sent
                                ? "The engine started one instance for each " + asked(each) + ", checks included."
                                : "The engine started " + SentenceText.count(started) + " instances for "
                                        + SentenceText.count(sent) + " "
                                        + (each > 1
                                                ? "that were ordered; the others are of batches"
                                                : "requests; the difference is the number of requests")
                                        + " that failed."
                        : "The engine started " + SentenceText.count(started) + " instances, but "
                                + SentenceText.count(certain)
                                + (each > 1
                                        ? " were confirmed and " + SentenceText.count(sent) + " were ordered."
                                        : " requests were answered and " + SentenceText.count(sent) + " were sent."));
        Long completed = counters.get("instancesCompleted");
        Long faulted = counters.get("instancesFaulted");
        if (completed == null || faulted == null) {
            add("instances ended", started, null, null, "The engine does not report how many instances ended.");
            return;
        }
        long ended = completed + faulted;
        long open = (count(Outcome.TIMEOUT) + count(Outcome.ABORTED) + count(Outcome.IO) + count(Outcome.NO_CALLBACK))
                * each;
        boolean allEnded = ended <= started && ended >= started - open;
        add(
                "instances ended",
                started,
                ended,
                allEnded,
                allEnded
                        ? SentenceText.count(completed) + " instances completed and " + SentenceText.count(faulted)
                                + " ended with a fault"
                                + (ended < started
                                        ? "; " + SentenceText.count(started - ended) + " were still open."
                                        : ".")
                        : "Of " + SentenceText.count(started) + " instances " + SentenceText.count(ended)
                                + " ended, though only " + SentenceText.count(open)
                                + (each > 1 ? " are of batches that were given up." : " requests were given up."));
    }

    private static String asked(long each) {
        return each > 1 ? "one that was ordered" : "request";
    }

    private void calls() {
        PartnerCalls calls = folder.calls();
        if (folder.workload().ordersBatches()) {
            insideCalls(calls.total());
            return;
        }
        List<Integer> known = new ArrayList<>();
        for (int process = 0; process < folder.prescriptions().size(); process++) {
            about = testCase.processes().get(process);
            OptionalInt prescribed = folder.prescriptions().get(process).calls();
            if (prescribed.isEmpty()) {
                long received = received(process);
                unknownCalls(
                        received,
                        "How many partner calls the process makes depends on data or is unknown; " + received
                                + " were received.");
            } else if (!folder.allCalls()) {
                unknownCalls(
                        received(process),
                        "Not all files of calls are there, so it is unknown whether the engine made its calls.");
            } else {
                known.add(process);
            }
        }
        boolean nameless = calls.joined() == 0 && calls.total() > 0;
        if (!nameless) {
            for (int process : known) {
                about = testCase.processes().get(process);
                requestByRequest(process);
            }
        }
        about = testCase.subject();
        if (nameless && known.size() == folder.prescriptions().size()) {
            inTotal();
        } else if (!nameless && !known.isEmpty()) {
            addUnknownCalls();
        }
    }

    /**
     * Adds the entry of batches. Their partners are inside the engine; the model's partners get calls of checks only, which have an entry
     * of their own.
     */
    private void insideCalls(long received) {
        add(
                "partner calls of batches",
                0L,
                received,
                received == 0,
                received == 0
                        ? "No instance of a batch called a partner outside of the engine."
                        : "Partners outside of the engine received " + SentenceText.count(received, "call", "calls")
                                + " beside those of checks, though the partners of batches are inside of it.");
    }

    private void unknownCalls(long received, String sentence) {
        add("partner calls of successful requests", null, received, null, sentence);
    }

    /** Returns the number of calls of a process's requests; of all calls, when the case has one process. */
    private long received(int process) {
        if (!testCase.mixed()) {
            return folder.calls().total();
        }
        long received = 0;
        for (int i = 0; i < folder.samples().size(); i++) {
            received += folder.samples().process(i) == process
                    ? folder.calls().seen(i) + folder.calls().extra(i)
                    : 0;
        }
        return received;
    }

    /**
     * Adds an entry for each process that lets calls be under way at once: the successful requests with overlapping calls. An engine may run
     * branches one after the other, so nothing is judged. Requests whose calls last less than a
     * millisecond are left out, because an engine needs time to make the next call.
     */
    private void callsAtOnce() {
        RequestSamples samples = folder.samples();
        PartnerCalls calls = folder.calls();
        if (!calls.overlapsKnown() || folder.workload().ordersBatches()) {
            return;
        }
        for (int process = 0; process < folder.prescriptions().size(); process++) {
            if (!folder.prescriptions().get(process).mayOverlap()) {
                continue;
            }
            long may = 0;
            long overlapping = 0;
            for (int i = 0; i < samples.size(); i++) {
                if (samples.process(i) == process
                        && samples.measured(i)
                        && samples.succeeded(i)
                        && calls.seen(i) > 1
                        && calls.delaySumNs(i) >= calls.seen(i) * LEAST_CALL_NS) {
                    may++;
                    overlapping += calls.overlapping(i) ? 1 : 0;
                }
            }
            if (may > 0) {
                entries.add(new LedgerEntry(
                        testCase.processes().get(process),
                        LedgerEntry.CALLS_AT_ONCE,
                        may,
                        overlapping,
                        LedgerEntry.State.UNKNOWN,
                        "The process allows its calls to run in parallel. They did in "
                                + SentenceText.count(overlapping, "request", "requests") + " of "
                                + SentenceText.count(may)
                                + "."));
            }
        }
    }

    private void callbacks() {
        long omitted = folder.calls().omitted();
        long sent = folder.calls().callbacks() - omitted;
        long refused = folder.calls().refused();
        String never = omitted == 0
                ? ""
                : " " + SentenceText.count(omitted, "other callback was", "other callbacks were")
                        + " never sent, as planned.";
        if (sent > 0) {
            // A process that no longer waits for its partner need not accept a late callback.
            add(
                    "callbacks taken",
                    sent,
                    sent - refused,
                    refused == 0 ? Boolean.TRUE : null,
                    (refused == 0
                                    ? "The process took each of the " + SentenceText.count(sent)
                                            + " callbacks of its partners."
                                    : "Of " + SentenceText.count(sent) + " callbacks the process did not take "
                                            + SentenceText.count(refused)
                                            + "; it may have given the partner up, or ended.")
                            + never);
        }
    }

    /**
     * Adds an entry about the calls of functional checks. An answer to a check may be right although the process made no call, or made one
     * twice.
     */
    private void checks() {
        long sent = folder.record().map(RepetitionRecord::checks).orElse(0);
        // Calls without identifier cannot be distinguished.
        if (!folder.allCalls() || folder.calls().before("") > 0) {
            return;
        }
        for (int process = 0; process < folder.prescriptions().size(); process++) {
            String name = testCase.processes().get(process);
            OptionalInt prescribed = folder.prescriptions().get(process).calls();
            List<String> checks = new ArrayList<>();
            for (int n = 1; n <= Math.min(sent, testCase.checks().size()); n++) {
                CheckPlan check = testCase.checks().get(n - 1);
                if (check.process().equals(name) && check.event().isEmpty()) {
                    checks.add(check.uiid());
                }
            }
            if (prescribed.isPresent() && !checks.isEmpty()) {
                about = name;
                checks(checks, prescribed.getAsInt());
            }
        }
        about = testCase.subject();
    }

    private void checks(List<String> checks, long prescribed) {
        long found = checks.stream().mapToLong(folder.calls()::before).sum();
        Optional<String> wrong = checks.stream()
                .filter(check -> folder.calls().before(check) != prescribed)
                .findFirst();
        add(
                "partner calls of checks",
                prescribed * checks.size(),
                found,
                wrong.isEmpty(),
                wrong.map(check -> "The partners received " + folder.calls().before(check) + " calls for the check "
                                + check + ", which was answered; the process prescribes " + prescribed + ".")
                        .orElse("The partners received the " + SentenceText.count(prescribed, "call", "calls")
                                + " that the process prescribes for each of "
                                + SentenceText.count(checks.size(), "check", "checks") + "."));
    }

    /** Adds entries by totals, when the calls carry no identifiers of this workload. */
    private void inTotal() {
        RequestSamples samples = folder.samples();
        long found = folder.calls().total();
        long least = 0;
        long most = 0;
        for (int i = 0; i < samples.size(); i++) {
            Set<Integer> allowed = folder.prescription(i).allowed();
            most += allowed.stream().max(Integer::compare).orElse(0);
            least += samples.succeeded(i) && !isExcused(i)
                    ? allowed.stream().min(Integer::compare).orElse(0)
                    : 0;
        }
        boolean agrees = found >= least && found <= most;
        add(
                "partner calls",
                most,
                found,
                agrees,
                "The partners received " + SentenceText.count(found)
                        + " calls, none with the identifier of a request; the process prescribes "
                        + SentenceText.count(least) + " for the requests that were answered"
                        + (agrees ? "." : " and " + SentenceText.count(most) + " for all."));
    }

    private boolean isExcused(int request) {
        return folder.calls().rerouted(request) || absences.missedBy(request).isPresent() || isCut(request);
    }

    /** Returns whether the work of a request was under way when an event killed the engine. */
    private boolean isCut(int request) {
        return folder.kills().mayHaveCut(request, testCase.schedule().timeOutMs() * NS_PER_MS)
                && (!folder.calls().ordered(request) || isIncomplete(request));
    }

    private boolean isIncomplete(int request) {
        return !folder.prescription(request).allowed().contains(folder.calls().seen(request));
    }

    private void requestByRequest(int process) {
        RequestSamples samples = folder.samples();
        PartnerCalls calls = folder.calls();
        long either = 0;
        long expected = 0;
        long found = 0;
        long missing = 0;
        long extra = 0;
        int firstMissing = -1;
        int firstExtra = -1;
        for (int i = 0; i < samples.size(); i++) {
            Set<Integer> allowed = folder.prescription(i).allowed();
            if (samples.process(i) != process || allowed.isEmpty()) {
                continue;
            }
            boolean ordered = calls.ordered(i);
            int prescribed = folder.prescription(i).calls().orElseGet(() -> Collections.max(allowed));
            int seen = calls.seen(i);
            int more = ordered ? calls.extra(i) : Math.max(0, seen - prescribed);
            // An engine that finds its connection closed may make the call again (RFC 9110, section 9.2.2).
            if (more > 0 && !isExcused(i) && !calls.plannedFailure(i, CallOutcome.CLOSED)) {
                extra++;
                firstExtra = firstExtra < 0 ? i : firstExtra;
            }
            // After a planned failure, or an event of the model, the process may go another way: fewer calls are
            // legitimate.
            if (samples.succeeded(i) && !calls.plannedFailure(i) && !isExcused(i)) {
                boolean one = folder.prescription(i).calls().isPresent();
                expected += one ? prescribed : 0;
                found += one ? seen + (ordered ? more : 0) : 0;
                either += one ? 0 : 1;
                if (seen < prescribed && !allowed.contains(seen)) {
                    missing++;
                    firstMissing = firstMissing < 0 ? i : firstMissing;
                }
            }
        }
        add(
                "partner calls of successful requests",
                expected,
                found,
                expected == found,
                "The partners received " + SentenceText.count(found)
                        + " calls for successful requests; the process prescribes " + SentenceText.count(expected)
                        + ".");
        add(
                "successful requests with missing calls",
                0L,
                missing,
                missing == 0,
                missing == 0
                        ? "No successful request lacks a prescribed call."
                        : SentenceText.count(missing, "successful request lacks", "successful requests lack")
                                + " prescribed calls, e.g. " + samples.uiid(firstMissing) + ".");
        add(
                "requests with additional calls",
                0L,
                extra,
                extra == 0,
                extra == 0
                        ? "No request has a call that the process does not prescribe."
                        : SentenceText.count(extra, "request has", "requests have")
                                + " calls that the process does not prescribe, e.g. " + samples.uiid(firstExtra) + ".");
        if (either > 0) {
            add(
                    "successful requests of one version or another",
                    null,
                    either,
                    null,
                    SentenceText.count(either, "successful request was", "successful requests were")
                            + " in progress while one version replaced another; the calls of either version are accepted.");
        }
        long lost = count(i -> samples.process(i) == process && samples.succeeded(i) && isCut(i) && isIncomplete(i));
        if (lost > 0) {
            add(
                    "acknowledged requests that a kill cut off",
                    null,
                    lost,
                    null,
                    SentenceText.count(lost, "acknowledged request was", "acknowledged requests were")
                            + " under way when an event killed the engine, and never ended.");
        }
        long excused = count(i -> samples.process(i) == process
                && samples.succeeded(i)
                && isExcused(i)
                && !(isCut(i) && isIncomplete(i)));
        if (excused > 0) {
            add(
                    "successful requests with other calls by an event",
                    null,
                    excused,
                    null,
                    SentenceText.count(excused, "successful request", "successful requests")
                            + " did not have the calls that the process prescribes, because an event of the model took a partner"
                            + " away or added one.");
        }
    }

    /** Adds entries about calls and requests that do not belong to any sent request. */
    private void addUnknownCalls() {
        RequestSamples samples = folder.samples();
        PartnerCalls calls = folder.calls();
        long unknown = calls.total() - calls.joined();
        add(
                "calls of no request",
                0L,
                unknown,
                unknown == 0,
                unknown == 0
                        ? "Each call belongs to a request."
                        : SentenceText.count(unknown, "call belongs", "calls belong")
                                + " to no request that was recorded.");
        if (calls.duplicates() > 0) {
            add(
                    "requests with an identifier of their own",
                    (long) samples.size(),
                    samples.size() - calls.duplicates(),
                    false,
                    calls.duplicates() + " requests have the identifier of another one.");
        }
    }

    private void add(String entry, Long expected, Long found, Boolean agrees, String sentence) {
        LedgerEntry.State state = agrees == null
                ? LedgerEntry.State.UNKNOWN
                : agrees ? LedgerEntry.State.AGREES : LedgerEntry.State.DIFFERS;
        entries.add(new LedgerEntry(about, entry, expected, found, state, sentence));
    }
}
