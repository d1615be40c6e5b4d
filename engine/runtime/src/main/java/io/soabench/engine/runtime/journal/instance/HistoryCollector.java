package io.soabench.engine.runtime.journal.instance;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * A collector of the records of instances, and of answers to requests with keys, which have negative numbers. Records may
 * come in any order and more than once.
 *
 * <p>Threading: one thread.
 */
public final class HistoryCollector {
    private final RecordCodec codec = new RecordCodec();
    private final Map<Long, TreeMap<Long, JournalRecord>> live = new LinkedHashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private final List<String> unreadable = new ArrayList<>();

    /** The numbers of the last snapshots, by instance. */
    private final Map<Long, Long> snapshots = new HashMap<>();

    /** The highest numbers of records that engines with other semantics have written, by instance. */
    private final Map<Long, Long> others = new HashMap<>();

    private final int own;
    private int semantics;
    private long highestInstance;
    private long lowestAnswer;

    /** Creates a collector for which all records have the same semantics. */
    public HistoryCollector() {
        this(0);
    }

    /**
     * Creates a collector.
     *
     * @param own the semantics of this engine
     */
    public HistoryCollector(int own) {
        this.own = own;
        semantics = own;
    }

    /** Notes the semantics of the engine that has written the records that follow. */
    public void semantics(int number) {
        semantics = number;
    }

    /** Takes a record. Records without an instance are ignored. */
    public void take(JournalRecord record) {
        highestInstance = Math.max(highestInstance, record.instance());
        lowestAnswer = Math.min(lowestAnswer, record.instance());
        if (record.type() == RecordType.HISTORY.number()) {
            copies(record).forEach(this::take);
        } else if (record.instance() == 0 || ended.contains(record.instance())) {
            return;
        } else if (record.type() == RecordType.ENDED.number()) {
            // A copy never follows the end, so no later record belongs to this instance.
            ended.add(record.instance());
            live.remove(record.instance());
            snapshots.remove(record.instance());
            others.remove(record.instance());
        } else {
            keep(record);
        }
    }

    /** Keeps a record of an instance that has not ended, unless a snapshot has replaced it. */
    private void keep(JournalRecord record) {
        long instance = record.instance();
        boolean isSnapshot = record.type() == RecordType.SNAPSHOT.number();
        if (record.sequence() < snapshots.getOrDefault(instance, Long.MIN_VALUE)) {
            return;
        }
        TreeMap<Long, JournalRecord> records = live.computeIfAbsent(instance, first -> new TreeMap<>());
        records.put(record.sequence(), record);
        if (isSnapshot) {
            records.headMap(record.sequence()).clear();
            snapshots.put(instance, record.sequence());
        }
        // A snapshot needs no replay, so engines with later semantics go on from it.
        if (semantics != own && !(isSnapshot && semantics < own)) {
            others.merge(instance, record.sequence(), Math::max);
        }
    }

    /**
     * Returns the number of instances that have not ended, and that only an engine with other semantics can make anew.
     */
    public int instancesOfOthers() {
        int count = 0;
        for (Map.Entry<Long, Long> other : others.entrySet()) {
            if (other.getKey() > 0 && other.getValue() >= snapshots.getOrDefault(other.getKey(), Long.MIN_VALUE)) {
                count++;
            }
        }
        return count;
    }

    private List<JournalRecord> copies(JournalRecord record) {
        try {
            RecordedEvent event = codec.decode(record).event();
            return ((RecordedEvent.History) event).records();
        } catch (MalformedRecordException e) {
            // The journal has checked the bytes, so a newer engine has written them. The instance lacks these records.
            unreadable.add("A copy of records of instance " + record.instance() + " cannot be read: " + e.getMessage());
            return List.of();
        }
    }

    /** Returns the highest number of an instance that has a record, including instances that have ended; 0 for none. */
    public long highestInstance() {
        return highestInstance;
    }

    /** Returns the lowest number of an answer that has a record, including answers that were forgotten; 0 for none. */
    public long lowestAnswer() {
        return lowestAnswer;
    }

    /** Returns the numbers of the last snapshots of the instances that have one and have not ended. */
    Map<Long, Long> snapshots() {
        return Map.copyOf(snapshots);
    }

    /** Returns the answers to requests with keys that were not forgotten. */
    public List<JournalRecord> answers() {
        List<JournalRecord> answers = new ArrayList<>();
        live.forEach((number, records) -> {
            if (number < 0) {
                answers.add(records.firstEntry().getValue());
            }
        });
        return answers;
    }

    /** Returns all records that are still needed, by instances and answers in the order of their first records. */
    List<InstanceHistory> needed() {
        List<InstanceHistory> all = new ArrayList<>();
        live.forEach((number, records) ->
                all.add(new InstanceHistory(number, List.copyOf(records.values()), isComplete(records))));
        return all;
    }

    /** Returns sentences about records that cannot be read. */
    public List<String> unreadable() {
        return List.copyOf(unreadable);
    }

    /** Returns the instances that have not ended, in the order of their first records. */
    public List<InstanceHistory> histories() {
        List<InstanceHistory> histories = needed();
        histories.removeIf(history -> history.instance() < 0);
        return histories;
    }

    private static boolean isComplete(NavigableMap<Long, JournalRecord> records) {
        byte first = records.firstEntry().getValue().type();
        return (first == RecordType.STARTED.number() || first == RecordType.SNAPSHOT.number())
                && records.lastKey() - records.firstKey() == records.size() - 1;
    }
}
