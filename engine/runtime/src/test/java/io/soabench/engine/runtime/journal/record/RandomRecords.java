package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.RandomElements;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Random records of all types. */
final class RandomRecords {
    private static final RecordType[] OF_INSTANCES =
            EnumSet.range(RecordType.STARTED, RecordType.ENDED).toArray(RecordType[]::new);

    private final Random random;
    private final RandomElements elements;
    private final RecordCodec codec = new RecordCodec();

    RandomRecords(Random random) {
        this.random = random;
        elements = new RandomElements(random);
    }

    Recorded next() {
        return next(any(RecordType.values()));
    }

    Recorded next(RecordType type) {
        Progress progress = new Progress(natural(), random.nextLong(), random.nextLong(), random.nextInt());
        return new Recorded(random.nextLong(), random.nextLong(), progress, event(type));
    }

    private RecordedEvent event(RecordType type) {
        return switch (type) {
            case STARTED -> new RecordedEvent.Started(natural(), message(), texts());
            case MESSAGE -> new RecordedEvent.Message(message(), random.nextInt(Integer.MAX_VALUE));
            case ANSWERED -> new RecordedEvent.Answered(random.nextInt(1_000), parts());
            case FAILED -> new RecordedEvent.Failed(random.nextInt(Integer.MAX_VALUE), fault());
            case RANG -> new RecordedEvent.Rang(natural());
            case TERMINATED -> new RecordedEvent.Terminated();
            case DECIDED -> new RecordedEvent.Decided(any(RecordedEvent.Decided.Kind.values()), natural(), text());
            case POSTED -> new RecordedEvent.Posted(natural());
            case ENDED ->
                new RecordedEvent.Ended(
                        any(RecordedEvent.Ended.Ending.values()), random.nextBoolean() ? null : fault());
            case SNAPSHOT -> snapshot();
            case HISTORY -> history();
            case DEPLOYED -> deployed();
            case UNDEPLOYED -> new RecordedEvent.Undeployed(natural());
            case ENGINE ->
                new RecordedEvent.EngineStarted(natural(), random.nextInt(Integer.MAX_VALUE), elements.text());
            case ANSWER ->
                new RecordedEvent.Answer(
                        elements.text(),
                        elements.text(),
                        elements.text(),
                        parts(),
                        random.nextBoolean() ? null : fault());
        };
    }

    private RecordedEvent snapshot() {
        List<RecordedRequest> requests = new ArrayList<>();
        for (int count = random.nextInt(3); count > 0; count--) {
            requests.add(new RecordedRequest(
                    elements.text(), elements.text(), elements.text(), random.nextLong(), random.nextBoolean()));
        }
        List<Object> values = new ArrayList<>();
        for (int count = random.nextInt(10); count > 0; count--) {
            values.add(
                    switch (random.nextInt(5)) {
                        case 0 -> null;
                        case 1 -> random.nextLong() >> random.nextInt(63);
                        case 2 -> elements.text();
                        case 3 -> elements.next(2);
                        default -> message();
                    });
        }
        return new RecordedEvent.Snapshot(natural(), random.nextInt(Integer.MAX_VALUE), natural(), requests, values);
    }

    private RecordedEvent history() {
        List<JournalRecord> records = new ArrayList<>();
        long sequence = 0;
        for (int count = random.nextInt(5); count > 0; count--) {
            Recorded one = next(any(OF_INSTANCES));
            records.add(codec.encode(new Recorded(77, sequence++, one.progress(), one.event())));
        }
        return new RecordedEvent.History(records);
    }

    private RecordedEvent deployed() {
        TreeMap<String, String> settings = new TreeMap<>();
        texts().forEach(text -> settings.put(text, elements.text()));
        return new RecordedEvent.Deployed(
                natural(), elements.text(), natural(), elements.text(), random.nextLong(), settings);
    }

    private RecordedMessage message() {
        RecordedMessage.Addressing addressing = random.nextBoolean()
                ? null
                : new RecordedMessage.Addressing(elements.text(), text(), endpoint(), endpoint());
        return new RecordedMessage(random.nextInt(100), parts(), addressing, text(), text());
    }

    private RecordedEndpoint endpoint() {
        return random.nextBoolean()
                ? null
                : new RecordedEndpoint(elements.text(), text(), List.of(elements.next(1)), text());
    }

    private Fault fault() {
        QualifiedName type = random.nextBoolean() ? null : new QualifiedName(elements.text(), elements.text());
        return new Fault(
                new QualifiedName(elements.text(), elements.text()), type, List.of(elements.next(1)), elements.text());
    }

    private List<Element> parts() {
        List<Element> parts = new ArrayList<>();
        for (int count = random.nextInt(3); count > 0; count--) {
            parts.add(random.nextInt(4) == 0 ? null : elements.next(2));
        }
        return parts;
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int count = random.nextInt(3); count > 0; count--) {
            texts.add(elements.text());
        }
        return texts;
    }

    private String text() {
        return random.nextBoolean() ? null : elements.text();
    }

    private long natural() {
        return random.nextLong() >>> (1 + random.nextInt(62));
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
