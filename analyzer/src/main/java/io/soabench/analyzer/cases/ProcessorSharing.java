package io.soabench.analyzer.cases;

import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Precedence;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sharing of processors between engines under test and the load clients and mock hosts on their machines, collected from the records of
 * repetitions.
 */
public final class ProcessorSharing {

    private record Key(String engine, String host, Precedence precedence) {}

    private final Map<Key, Integer> repetitions = new LinkedHashMap<>();

    /**
     * One arrangement of an engine.
     *
     * @param repetitions number of repetitions with this arrangement
     */
    public record Arrangement(String engine, String host, Precedence precedence, int repetitions) {

        /** Returns the arrangement in a few words, without the host. */
        public String sharing() {
            return switch (precedence.yielding()) {
                case CPUSET -> "has " + precedence.own() + ", the others " + precedence.others();
                case NICE -> "runs with nice -n 10";
                case NONE -> precedence.why() == Precedence.Why.ALONE ? "is alone" : "runs at equal priority";
            };
        }

        /** Returns the arrangement in a sentence; the same for all engines with the same arrangement on that host. */
        public String sentence() {
            String on = "On host " + host + " the engine under test ";
            String processors = precedence.processors() == 0
                    ? "the processors"
                    : SentenceText.count(precedence.processors(), "processor", "processors");
            String wished = precedence.why() == Precedence.Why.WISH ? ", as requested" : "";
            return switch (precedence.yielding()) {
                case CPUSET ->
                    on + "had the processors " + precedence.own() + " to itself, load client and mock host had "
                            + precedence.others() + wished + ".";
                case NICE ->
                    on + "shared " + processors
                            + (precedence.why() == Precedence.Why.NO_TASKSET ? " (only taskset can divide them)" : "")
                            + " with load client and mock host, which have priority (nice -n 10)" + wished
                            + ".";
                case NONE ->
                    precedence.why() == Precedence.Why.ALONE
                            ? on + "was alone."
                            : on + "shared " + processors
                                    + " with load client and mock host at equal priority" + wished
                                    + ": the wait of load client and mock host for a processor is part of its response times.";
            };
        }
    }

    /** Adds the record of a repetition. */
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

    /** Returns the arrangements of each engine, in the order in which they were added. */
    public List<Arrangement> arrangements() {
        List<Arrangement> arrangements = new ArrayList<>();
        repetitions.forEach(
                (key, count) -> arrangements.add(new Arrangement(key.engine(), key.host(), key.precedence(), count)));
        return List.copyOf(arrangements);
    }
}
