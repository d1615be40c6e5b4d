package io.soabench.engine.runtime.journal.instance;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import java.util.ArrayList;
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
    private long highestInstance;
    private long lowestAnswer;

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
        } else {
            live.computeIfAbsent(record.instance(), first -> new TreeMap<>()).put(record.sequence(), record);
        }
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
        return records.firstEntry().getValue().type() == RecordType.STARTED.number()
                && records.lastKey() - records.firstKey() == records.size() - 1;
    }
}
