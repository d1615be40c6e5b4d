package io.soabench.analyzer.cases;

import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Precedence;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How engines under test shared the processors of their machines with load clients and mock hosts. Collects what repetitions recorded. */
public final class ProcessorSharing {

    private record Key(String engine, String host, Precedence precedence) {}

    private final Map<Key, Integer> repetitions = new LinkedHashMap<>();

    /**
     * One way in which an engine did.
     *
     * @param repetitions in which it did so
     */
    public record Arrangement(String engine, String host, Precedence precedence, int repetitions) {

        /** In a few words, without the host. */
        public String sharing() {
            return switch (precedence.yielding()) {
                case CPUSET -> "has " + precedence.own() + ", the others " + precedence.others();
                case NICE -> "runs with nice -n 10";
                case NONE -> precedence.why() == Precedence.Why.ALONE ? "is alone" : "runs on equal terms";
            };
        }

        /** What a reader is told; the same for all engines that did so on that host. */
        public String sentence() {
            String on = "On host " + host + " the engine under test ";
            String processors = precedence.processors() == 0
                    ? "the processors"
                    : SentenceText.count(precedence.processors(), "processor", "processors");
            String wished = precedence.why() == Precedence.Why.WISH ? ", as was asked for" : "";
            return switch (precedence.yielding()) {
                case CPUSET ->
                    on + "had the processors " + precedence.own() + " to itself, load client and mock host had "
                            + precedence.others() + wished + ".";
                case NICE ->
                    on + "shared " + processors
                            + (precedence.why() == Precedence.Why.NO_TASKSET ? ", which only taskset can divide," : "")
                            + " with load client and mock host, which got one before it did (nice -n 10)" + wished
                            + ".";
                case NONE ->
                    precedence.why() == Precedence.Why.ALONE
                            ? on + "was alone."
                            : on + "shared " + processors
                                    + " with load client and mock host on equal terms" + wished
                                    + ": what they waited for one is part of its response times.";
            };
        }
    }

    /** Adds what is recorded of a repetition. */
    public void add(CasePlan testCase, RepetitionFolder folder) {
        folder.record().ifPresent(record -> {
            for (ServerRecord server : record.servers()) {
                if (server.precedence() != null) {
                    repetitions.merge(
                            new Key(CaseResult.engine(testCase), server.host(), server.precedence()), 1, Integer::sum);
                }
            }
        });
    }

    /** The ways of each engine, in the order in which they were added. */
    public List<Arrangement> ways() {
        List<Arrangement> ways = new ArrayList<>();
        repetitions.forEach(
                (key, count) -> ways.add(new Arrangement(key.engine(), key.host(), key.precedence(), count)));
        return List.copyOf(ways);
    }
}
