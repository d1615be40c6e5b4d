package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.CasePlan;
import io.soabench.plan.FailureMark;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The assignment of a cause and of its origin to each failed request of the measurement. Failures that the model plans are kept apart
 * from those of the engine: first those by events (a process that is not deployed, a killed engine), then those of partners.
 */
public final class FailureCauses {

    /** Origin of failures that the model makes partners cause. */
    static final String PARTNER = "partner";

    /**
     * Origin of failures of requests to a process that the model has removed or not deployed yet, or to an engine that it has killed.
     */
    static final String EVENT = "event";

    /** Origin of failures that nothing else explains, although all calls of partners are known. */
    static final String ENGINE = "engine";

    /** Origin of connections that broke or were not made, without a reason in the model. */
    private static final String NETWORK = "network";

    /** Origin of requests that the end of the run has cut off. */
    private static final String RUN = "run";

    /** Origin of failures that a partner may have caused, because its calls are not known. */
    private static final String UNKNOWN = "unknown";

    private static final String HANDLED = "fault of a partner that the process handles";

    /** The HTTP status by which an engine refuses requests beyond its capacity (RFC 9110, section 15.6.4). */
    private static final int SERVICE_UNAVAILABLE = 503;

    /** The load client's sentences about malformed answers, which are causes by themselves. */
    private static final Set<String> MALFORMED =
            Set.of(LoadRecord.ANSWER_NO_SOAP, LoadRecord.ANSWER_EMPTY, LoadRecord.ANSWER_CUT_OFF);

    private final RepetitionFolder folder;
    private final PartnerAbsences absences;
    private final long timeOutNs;
    private final Map<OfProcess, Tally> causes = new LinkedHashMap<>();

    private record Key(Outcome outcome, String cause, String origin) {}

    private record OfProcess(String process, Key key) {}

    /** The number of requests with one cause, and the detail of the first of them that has one. */
    private static final class Tally {
        private long requests;
        private String example = "";
    }

    private FailureCauses(RepetitionFolder folder, PartnerAbsences absences, long timeOutMs) {
        this.folder = folder;
        this.absences = absences;
        timeOutNs = timeOutMs * 1_000_000L;
    }

    /** Returns the causes, the most frequent first. */
    static List<FailureCause> of(RepetitionFolder folder, CasePlan testCase, PartnerAbsences absences) {
        FailureCauses failures =
                new FailureCauses(folder, absences, testCase.schedule().timeOutMs());
        RequestSamples samples = folder.samples();
        for (int i = 0; i < samples.size(); i++) {
            if (samples.measured(i) && !samples.succeeded(i)) {
                String process = testCase.processes().get(samples.process(i));
                Tally tally =
                        failures.causes.computeIfAbsent(new OfProcess(process, failures.cause(i)), k -> new Tally());
                tally.requests++;
                if (tally.example.isEmpty()) {
                    tally.example = samples.failure(i).detail();
                }
            }
        }
        List<FailureCause> all = new ArrayList<>();
        failures.causes.forEach((of, tally) -> all.add(new FailureCause(
                of.process(), of.key().outcome(), of.key().cause(), of.key().origin(), tally.requests, tally.example)));
        return sorted(all);
    }

    /** Returns the causes, the most frequent first, and then by name. */
    public static List<FailureCause> sorted(List<FailureCause> causes) {
        return causes.stream()
                .sorted(Comparator.comparingLong(FailureCause::requests)
                        .reversed()
                        .thenComparing(FailureCause::cause)
                        .thenComparing(FailureCause::process))
                .toList();
    }

    private Key cause(int request) {
        Optional<Key> killed = killed(request);
        if (killed.isPresent()) {
            return killed.get();
        }
        Optional<Key> absentProcess = folder.versions()
                .missing(request)
                .or(() -> folder.versions().lost(request).filter(event -> hadNotBegun(request)))
                .flatMap(event -> withoutProcess(request, event));
        return absentProcess.orElseGet(() -> duringChange(request, withProcess(request)));
    }

    /**
     * Returns the cause of a failure that a kill of the engine by an event explains: the request was sent while the engine was gone, or its
     * connection broke with the engine. All other failures, time-outs too, are the engine's.
     */
    private Optional<Key> killed(int request) {
        Outcome outcome = folder.samples().outcome(request);
        Optional<Key> gone = folder.kills()
                .sentWhileGone(request)
                .flatMap(kill -> withoutProcess(request, "after " + kill.engine() + " was killed"));
        boolean broke = outcome == Outcome.IO || outcome == Outcome.CONNECT;
        return gone.isPresent() || !broke
                ? gone
                : folder.kills()
                        .waiting(request)
                        .map(kill -> new Key(outcome, "connection broke when " + kill.engine() + " was killed", EVENT));
    }

    /**
     * Returns whether no call of a request was seen although its process makes some. Then it came too late, or the engine dropped its
     * instance.
     */
    private boolean hadNotBegun(int request) {
        PartnerCalls calls = folder.calls();
        return folder.allCalls()
                && folder.prescription(request).allowed().stream().anyMatch(prescribed -> prescribed > 0)
                && calls.seen(request) == 0
                && calls.extra(request) == 0;
    }

    /**
     * Returns the cause of a failure by design: the process was not deployed. An engine can report that at once, so a time-out is the
     * engine's failure.
     *
     * @param event the reason, e.g. {@code after Order was undeployed}
     */
    private Optional<Key> withoutProcess(int request, String event) {
        Outcome outcome = folder.samples().outcome(request);
        return switch (outcome) {
            case FAULT -> Optional.of(new Key(outcome, "answered with a SOAP fault " + event, EVENT));
            case HTTP ->
                Optional.of(new Key(
                        outcome,
                        "answered with HTTP status "
                                + folder.samples().failure(request).status() + " " + event,
                        EVENT));
            case CONNECT -> Optional.of(new Key(outcome, "no connection " + event, EVENT));
            case IO -> Optional.of(new Key(outcome, "connection broke " + event, EVENT));
            case WRONG -> Optional.of(new Key(outcome, "another answer " + event, EVENT));
            case TIMEOUT -> Optional.of(new Key(outcome, "time-out " + event, ENGINE));
            case NO_CALLBACK -> Optional.of(new Key(outcome, "no callback in time " + event, ENGINE));
            case ABORTED, OK -> Optional.empty();
        };
    }

    /**
     * Returns the cause with the change of the process during which the request was under way, if there was one. Such failures are kept
     * apart from others.
     */
    private Key duringChange(int request, Key key) {
        return key.origin().equals(PARTNER)
                ? key
                : folder.versions()
                        .during(request)
                        .map(change -> new Key(key.outcome(), key.cause() + ", while " + change, key.origin()))
                        .orElse(key);
    }

    /** Returns the cause of the failure of a request that a deployed process got. */
    private Key withProcess(int request) {
        Outcome outcome = folder.samples().outcome(request);
        int status = folder.samples().failure(request).status();
        // Where a partner does not know the request of a call, the fault that the engine passes on names its cause.
        boolean planned = folder.calls().plannedFailure(request)
                || folder.samples().failure(request).detail().contains(FailureMark.PLANNED);
        String absent = absences.missedBy(request).orElse("");
        if (!planned && !absent.isEmpty()) {
            Optional<Key> designed = afterLoss(outcome, status, absent);
            if (designed.isPresent()) {
                return designed.get();
            }
        }
        return switch (outcome) {
            case FAULT ->
                planned
                        ? passedOn(request, outcome, ", answered with a SOAP fault")
                        : unplanned(outcome, "SOAP fault without a failure of a partner");
            case HTTP -> {
                if (planned) {
                    yield passedOn(request, outcome, ", answered with HTTP status " + status);
                }
                yield status == SERVICE_UNAVAILABLE
                        ? new Key(outcome, "refused: HTTP status " + status, ENGINE)
                        : unplanned(outcome, "HTTP status " + status + " without a failure of a partner");
            }
            case TIMEOUT, NO_CALLBACK -> timeOut(request, planned, outcome);
            case CONNECT ->
                absent.isEmpty() || !folder.prescription(request).isDirect()
                        ? new Key(outcome, "no connection", NETWORK)
                        : new Key(outcome, "no connection after " + absent + " had become unavailable", PARTNER);
            case IO ->
                planned && folder.prescription(request).isDirect()
                        ? new Key(outcome, plannedFailure(request), PARTNER)
                        : new Key(outcome, "connection broke", NETWORK);
            case WRONG ->
                planned && folder.prescription(request).isDirect()
                        ? new Key(outcome, plannedFailure(request), PARTNER)
                        : new Key(
                                outcome,
                                wrongAnswer(folder.samples().failure(request).detail()),
                                ENGINE);
            case ABORTED -> new Key(outcome, "not answered when the run ended", RUN);
            case OK -> throw new IllegalArgumentException("request " + request + " did not fail");
        };
    }

    /**
     * Returns the cause of an error that the engine answered after a planned failure of a partner. The partner causes it, unless the
     * process handles the failure: then the engine does.
     *
     * @param answer the words for the engine's answer, with a comma before
     */
    private Key passedOn(int request, Outcome outcome, String answer) {
        return isHandled(request)
                ? new Key(outcome, HANDLED + answer, ENGINE)
                : new Key(outcome, plannedFailure(request) + answer, PARTNER);
    }

    /** Returns whether partners failed by declared faults only, and the process handles all of these. */
    private boolean isHandled(int request) {
        return folder.prescription(request).handlesFaults()
                && folder.calls().plannedFailure(request, CallOutcome.FAULT)
                && Arrays.stream(CallOutcome.values())
                        .filter(kind -> kind.failed() && kind != CallOutcome.FAULT)
                        .noneMatch(kind -> folder.calls().plannedFailure(request, kind));
    }

    /** Returns the failures that the model planned for a request. SOAP faults are not named, as they are the usual kind. */
    private String plannedFailure(int request) {
        String kinds = Arrays.stream(CallOutcome.values())
                .filter(kind -> kind.failed() && kind != CallOutcome.FAULT && kind != CallOutcome.SERVER_FAULT)
                .filter(kind -> folder.calls().plannedFailure(request, kind))
                .map(CallOutcome::failure)
                .collect(Collectors.joining(", "));
        return "planned failure of a partner" + (kinds.isEmpty() ? "" : " (" + kinds + ")");
    }

    /**
     * Returns the cause of a failure by design: the model removed a partner, and the engine or the partner reported that.
     *
     * @param absent the partner
     */
    private static Optional<Key> afterLoss(Outcome outcome, int status, String absent) {
        String after = " after " + absent + " had become unavailable";
        return switch (outcome) {
            case FAULT -> Optional.of(new Key(outcome, "answered with a SOAP fault" + after, PARTNER));
            case HTTP ->
                status == SERVICE_UNAVAILABLE
                        ? Optional.empty()
                        : Optional.of(new Key(outcome, "answered with HTTP status " + status + after, PARTNER));
            // A partner that is gone refuses at once, so the engine causes the wait.
            case TIMEOUT -> Optional.of(new Key(outcome, "time-out" + after, ENGINE));
            case NO_CALLBACK -> Optional.of(new Key(outcome, "no callback in time" + after, ENGINE));
            default -> Optional.empty();
        };
    }

    /**
     * Returns the cause of a response with a status of success that was not the right answer. It does not have the unexpected element or
     * value, so that equal failures are counted together; the example has it.
     *
     * @param detail the load client's sentence about the response
     */
    private static String wrongAnswer(String detail) {
        if (detail.startsWith(LoadRecord.WRONG_VALUE)) {
            return "the answer does not contain what its row requires";
        }
        return MALFORMED.contains(detail) ? detail : "not the answer that the process must give";
    }

    /** Returns the cause of an error without a planned failure, of which a partner is innocent only if all calls are known. */
    private Key unplanned(Outcome outcome, String cause) {
        return folder.allCalls()
                ? new Key(outcome, cause, ENGINE)
                : new Key(outcome, cause + " that is known", UNKNOWN);
    }

    /** Returns the cause of a time-out: the place in the process where the wait began, as far as the calls are known. */
    private Key timeOut(int request, boolean planned, Outcome outcome) {
        String what = outcome == Outcome.NO_CALLBACK ? "no callback in time" : "time-out";
        PartnerCalls calls = folder.calls();
        int prescribed = folder.prescription(request).calls().orElse(-1);
        if (planned) {
            // A wait for an answer that never comes is by design; after any other failure the engine causes it.
            return folder.calls().plannedFailure(request, CallOutcome.SILENT)
                    ? new Key(outcome, what + ": a partner never answered, as planned", PARTNER)
                    : new Key(outcome, what + " after a planned failure of a partner", ENGINE);
        }
        if (idealNs(request) >= timeOutNs) {
            return new Key(outcome, what + ": the partners' planned response times alone are as long", PARTNER);
        }
        if (!folder.allCalls() || prescribed < 0) {
            return new Key(outcome, what, UNKNOWN);
        }
        if (prescribed > 0 && calls.seen(request) == 0) {
            return new Key(outcome, what + " before the first partner call", ENGINE);
        }
        return calls.seen(request) < prescribed
                ? new Key(outcome, what + " between partner calls", ENGINE)
                : new Key(outcome, what + " after the last partner call", ENGINE);
    }

    /**
     * Returns the response time that a request would have with an engine that takes no time, from the response times of its partners. The
     * result is 0 if one of its calls is not known, so that it is always below the time-out.
     */
    private long idealNs(int request) {
        int prescribed = folder.prescription(request).calls().orElse(-1);
        if (!folder.calls().ordered(request) || folder.calls().seen(request) != prescribed) {
            return 0;
        }
        long[] delays = new long[prescribed];
        folder.calls().delaysNs(request, delays);
        return folder.prescription(request).idealNs(delays);
    }
}
