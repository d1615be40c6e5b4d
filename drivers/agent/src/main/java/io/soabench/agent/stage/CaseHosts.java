package io.soabench.agent.stage;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.LoadPhases;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * The hosts of one repetition: asks them, waits for their answers, and keeps their other reports until the run's thread, which uses this class,
 * takes them. Hosts of the plan may be one machine.
 */
final class CaseHosts implements AutoCloseable {

    private static final long POLL_MS = 50;

    /** The time that is added to the deadline of an order, for its answer. */
    private static final Duration ANSWER_DELAY = Duration.ofSeconds(20);

    /** The longest wait for the end of a cancelled phase. */
    private static final Duration CANCELLED = Duration.ofSeconds(10);

    /**
     * The longest wait for the records of a host. A host itself ends a transfer that makes no progress, mostly long
     * before.
     */
    private static final Duration FETCH_LIMIT = Duration.ofHours(2);

    /** A machine with the hosts of the plan that stand for it: several hosts may be one machine. */
    record Member(Host host, Set<String> names) {}

    /** A report, and its host. */
    record Received(Member from, HostMessage.Unasked word) {}

    /** An answer of a host. */
    record Answered(Member by, HostMessage.Answer answer) {}

    private final RunSetting run;
    private final List<Member> members = new ArrayList<>();
    private final List<Host.Listening> listenings = new ArrayList<>();
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();

    /**
     * Begins to listen to the hosts.
     *
     * @param hosts by name, in the order in which they are asked
     */
    CaseHosts(RunSetting run, Map<String, Host> hosts) {
        this.run = run;
        IdentityHashMap<Host, Member> known = new IdentityHashMap<>();
        hosts.forEach((name, host) -> {
            Member member = known.get(host);
            if (member == null) {
                member = new Member(host, new LinkedHashSet<>());
                known.put(host, member);
                members.add(member);
            }
            member.names().add(name);
        });
        for (Member member : members) {
            listenings.add(member.host().listen(word -> {
                received.add(new Received(member, word));
                run.signal().raise();
            }));
        }
    }

    List<Member> all() {
        return members;
    }

    /** Returns the machine of a host of the plan. */
    Member of(String host) {
        return members.stream()
                .filter(member -> member.names().contains(host))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("host " + host + " is none of this repetition"));
    }

    /** Returns the reports that were not taken so far, in order. */
    List<Received> received() {
        List<Received> words = new ArrayList<>();
        for (Received next = received.poll(); next != null; next = received.poll()) {
            words.add(next);
        }
        return words;
    }

    /**
     * Checks the hosts.
     *
     * @throws PhaseFailed when one of them is lost
     */
    void requireAll() throws PhaseFailed {
        for (Member member : members) {
            if (member.host().lost().isPresent()) {
                throw new PhaseFailed(member.host().lost().get());
            }
        }
    }

    /**
     * Lets hosts do a phase at the same time, and waits until all have. When one cannot, when the watch finds something or when the
     * user ends the run, it is cancelled on all.
     *
     * @param watch looks meanwhile
     * @return the answers of the hosts, problems included; that of a cancelled order may be missing
     */
    List<Answered> inTurn(
            Collection<Member> who, Function<Member, ? extends HostOrder.InTurn> order, LoadPhases.Watch watch)
            throws PhaseFailed, RunInterrupted {
        Map<Member, CompletableFuture<HostMessage.Answer>> answers = new LinkedHashMap<>();
        long maxMs = 0;
        for (Member member : who) {
            HostOrder.InTurn asked = order.apply(member);
            maxMs = Math.max(maxMs, asked.ms());
            answers.put(member, ask(member, asked));
        }
        boolean done = false;
        try {
            done = run.waiting()
                    .until(
                            () -> {
                                watch.look();
                                return isDone(answers)
                                        || answers.values().stream().anyMatch(CaseHosts::failed);
                            },
                            Duration.ofMillis(maxMs).plus(ANSWER_DELAY),
                            POLL_MS);
        } finally {
            if (!isDone(answers)) {
                cancel(answers);
            }
        }
        List<Answered> answered = answered(answers);
        if (!done && answered.stream().noneMatch(each -> each.answer().problem() != null)) {
            throw new PhaseFailed("no answer of " + unanswered(answers) + " within " + maxMs
                    + " ms and more; look whether it runs, and resume the run");
        }
        return answered;
    }

    /** Carries out a compensating phase: waits for all hosts, even when the user ends the run. */
    List<Answered> back(Function<Member, HostOrder.InTurn> order) {
        return back(members, order);
    }

    /** Carries out a compensating phase on some hosts, and waits for them, even when the user ends the run. */
    List<Answered> back(Collection<Member> who, Function<Member, HostOrder.InTurn> order) {
        Map<Member, CompletableFuture<HostMessage.Answer>> answers = new LinkedHashMap<>();
        long maxMs = 0;
        for (Member member : who) {
            HostOrder.InTurn asked = order.apply(member);
            maxMs = Math.max(maxMs, asked.ms());
            answers.put(member, ask(member, asked));
        }
        awaitUninterrupted(() -> isDone(answers), Duration.ofMillis(maxMs).plus(ANSWER_DELAY));
        List<Answered> answered = answered(answers);
        for (Map.Entry<Member, CompletableFuture<HostMessage.Answer>> each : answers.entrySet()) {
            if (!each.getValue().isDone()) {
                answered.add(new Answered(
                        each.getKey(),
                        HostMessage.Answer.of(HostProblem.of(
                                HostProblem.Code.SILENT,
                                "",
                                "no answer of host "
                                        + String.join(", ", each.getKey().names()) + "; look whether it runs"))));
            }
        }
        return answered;
    }

    private void awaitUninterrupted(Waiting.Condition condition, Duration max) {
        try {
            boolean unused = run.waiting().untilUninterruptibly(condition, max, POLL_MS);
        } catch (PhaseFailed e) {
            throw new IllegalStateException("nothing here fails a phase", e);
        }
    }

    /**
     * Sends an order beside the phases, and waits for the answer.
     *
     * @param maxMs longest time of the host
     */
    HostMessage.Answer beside(Member who, HostOrder order, long maxMs, LoadPhases.Watch watch)
            throws PhaseFailed, RunInterrupted {
        return beside(List.of(who), member -> order, maxMs, watch).get(0);
    }

    /** Sends an order to several hosts at the same time, and waits for the answers. */
    List<HostMessage.Answer> beside(
            List<Member> who, Function<Member, HostOrder> order, long maxMs, LoadPhases.Watch watch)
            throws PhaseFailed, RunInterrupted {
        List<CompletableFuture<HostMessage.Answer>> answers =
                who.stream().map(member -> ask(member, order.apply(member))).toList();
        run.waiting()
                .until(
                        () -> {
                            watch.look();
                            return answers.stream().allMatch(CompletableFuture::isDone);
                        },
                        Duration.ofMillis(maxMs).plus(ANSWER_DELAY),
                        POLL_MS);
        return answers.stream().map(CaseHosts::answerOrSilent).toList();
    }

    /** Sends an order beside the phases, and waits for the answer, even when the user ends the run. */
    HostMessage.Answer besideUninterrupted(Member who, HostOrder order) {
        return await(ask(who, order));
    }

    /** Waits for an answer, even when the user ends the run. */
    HostMessage.Answer await(CompletableFuture<HostMessage.Answer> answer) {
        awaitUninterrupted(answer::isDone, ANSWER_DELAY);
        return answerOrSilent(answer);
    }

    /** Fetches the records of all hosts into the folder of the repetition, and waits until all are there. */
    List<HostMessage.Answer> fetchRecords(Path repetition) {
        List<CompletableFuture<HostMessage.Answer>> coming = members.stream()
                .map(member -> member.host().fetchRecords(repetition))
                .toList();
        coming.forEach(each -> {
            var unused = each.whenComplete((answer, problem) -> run.signal().raise());
        });
        awaitUninterrupted(() -> coming.stream().allMatch(CompletableFuture::isDone), FETCH_LIMIT);
        return coming.stream().map(CaseHosts::answerOrSilent).toList();
    }

    private static HostMessage.Answer answerOrSilent(CompletableFuture<HostMessage.Answer> answer) {
        return answer.getNow(HostMessage.Answer.of(
                HostProblem.of(HostProblem.Code.SILENT, "", "the host does not answer; look whether it runs")));
    }

    /** Sends an order; the answer wakes the run's thread. */
    CompletableFuture<HostMessage.Answer> ask(Member who, HostOrder order) {
        CompletableFuture<HostMessage.Answer> answer = who.host().ask(order);
        var unused = answer.whenComplete((done, problem) -> run.signal().raise());
        return answer;
    }

    private void cancel(Map<Member, CompletableFuture<HostMessage.Answer>> answers) {
        answers.forEach((member, answer) -> {
            if (!answer.isDone()) {
                var unused = ask(member, new HostOrder.Cancel());
            }
        });
        awaitUninterrupted(() -> isDone(answers), CANCELLED);
    }

    private static boolean isDone(Map<Member, CompletableFuture<HostMessage.Answer>> answers) {
        return answers.values().stream().allMatch(CompletableFuture::isDone);
    }

    private static boolean failed(CompletableFuture<HostMessage.Answer> answer) {
        return answer.isDone() && answer.join().problem() != null;
    }

    private static List<Answered> answered(Map<Member, CompletableFuture<HostMessage.Answer>> answers) {
        List<Answered> answered = new ArrayList<>();
        answers.forEach((member, answer) -> {
            if (answer.isDone()) {
                answered.add(new Answered(member, answer.join()));
            }
        });
        return answered;
    }

    private static String unanswered(Map<Member, CompletableFuture<HostMessage.Answer>> answers) {
        return "host "
                + String.join(
                        ", ",
                        answers.entrySet().stream()
                                .filter(each -> !each.getValue().isDone())
                                .flatMap(each -> each.getKey().names().stream())
                                .toList());
    }

    /** Ends listening to the hosts. */
    @Override
    public void close() {
        listenings.forEach(Host.Listening::close);
    }
}
