package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.DictionaryEntry;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** An event of an instance or of an engine, as a record of a journal contains it. Immutable. */
public sealed interface RecordedEvent {

    /** Returns the type of the record. */
    RecordType type();

    /** Writes the values. */
    void write(PayloadEncoder encoder);

    /**
     * The start of an instance.
     *
     * @param version the version of the process
     * @param message the message that started it
     * @param join the correlation values by which further start messages join, or an empty list
     */
    record Started(long version, RecordedMessage message, List<String> join) implements RecordedEvent {
        /** Copies the list. */
        public Started {
            Objects.requireNonNull(message, "message");
            join = List.copyOf(join);
        }

        @Override
        public RecordType type() {
            return RecordType.STARTED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(version);
            message.write(encoder);
            Values.write(join, encoder);
        }

        static Started read(PayloadDecoder decoder) throws MalformedRecordException {
            long version = decoder.number();
            RecordedMessage message = RecordedMessage.read(decoder);
            return new Started(version, message, Values.texts(decoder));
        }
    }

    /**
     * A message that reached a running instance.
     *
     * @param message the message
     * @param place the number of the receive that it was routed to without correlation values; 0 for none
     */
    record Message(RecordedMessage message, int place) implements RecordedEvent {
        /** Rejects null. */
        public Message {
            Objects.requireNonNull(message, "message");
        }

        @Override
        public RecordType type() {
            return RecordType.MESSAGE;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            message.write(encoder);
            encoder.number(place);
        }

        static Message read(PayloadDecoder decoder) throws MalformedRecordException {
            RecordedMessage message = RecordedMessage.read(decoder);
            return new Message(message, decoder.number(Integer.MAX_VALUE));
        }
    }

    /**
     * The answer of a partner.
     *
     * @param frame the number of the frame that called
     * @param parts the parts of the answer; null for one that does not travel
     */
    record Answered(int frame, List<Element> parts) implements RecordedEvent {
        /** Copies the list. */
        public Answered {
            parts = Values.copy(parts);
        }

        @Override
        public RecordType type() {
            return RecordType.ANSWERED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(frame).elements(parts);
        }

        static Answered read(PayloadDecoder decoder) throws MalformedRecordException {
            int frame = decoder.number(Integer.MAX_VALUE);
            return new Answered(frame, decoder.elements());
        }
    }

    /**
     * The failure of a partner call.
     *
     * @param frame the number of the frame that made the call
     * @param fault the fault that the call ended with
     */
    record Failed(int frame, Fault fault) implements RecordedEvent {
        /** Rejects null. */
        public Failed {
            Objects.requireNonNull(fault, "fault");
        }

        @Override
        public RecordType type() {
            return RecordType.FAILED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(frame);
            Values.write(fault, encoder);
        }

        static Failed read(PayloadDecoder decoder) throws MalformedRecordException {
            int frame = decoder.number(Integer.MAX_VALUE);
            Fault fault = Values.fault(decoder);
            if (fault == null) {
                throw new MalformedRecordException("A failed call has no fault.");
            }
            return new Failed(frame, fault);
        }
    }

    /**
     * The firing of an alarm.
     *
     * @param alarm the number of the alarm in its instance
     */
    record Rang(long alarm) implements RecordedEvent {
        @Override
        public RecordType type() {
            return RecordType.RANG;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(alarm);
        }

        static Rang read(PayloadDecoder decoder) throws MalformedRecordException {
            return new Rang(decoder.number());
        }
    }

    /** The end of an instance by a command from outside. */
    record Terminated() implements RecordedEvent {
        @Override
        public RecordType type() {
            return RecordType.TERMINATED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            // A record of this type has no values.
        }
    }

    /**
     * A decision that does not follow from other records.
     *
     * @param kind the kind of decision
     * @param ordinal the number of the question among those of its kind in the instance
     * @param value the decision, or null if the kind has none
     */
    record Decided(Kind kind, long ordinal, String value) implements RecordedEvent {

        /** The kinds of decisions. The number of a kind is never used for another one. */
        public enum Kind {
            /** A check of limits failed. */
            LIMIT(0),
            /** The address of a partner. */
            ADDRESS(1),
            /** The time, which an activity asked for in a turn before any event. */
            TIME(2);

            private final int number;

            Kind(int number) {
                this.number = number;
            }

            private static Kind of(long number) throws MalformedRecordException {
                return Stream.of(values())
                        .filter(each -> each.number == number)
                        .findFirst()
                        .orElseThrow(() -> new MalformedRecordException(
                                "A kind of decision has the unknown number " + number + "."));
            }
        }

        /** Rejects null. */
        public Decided {
            Objects.requireNonNull(kind, "kind");
        }

        @Override
        public RecordType type() {
            return RecordType.DECIDED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(kind.number).number(ordinal).optionalText(value);
        }

        static Decided read(PayloadDecoder decoder) throws MalformedRecordException {
            Kind kind = Kind.of(decoder.number());
            long ordinal = decoder.number();
            return new Decided(kind, ordinal, decoder.optionalText());
        }
    }

    /**
     * A reply that reached the address that its request named.
     *
     * @param reply the number of the reply in its instance
     */
    record Posted(long reply) implements RecordedEvent {
        @Override
        public RecordType type() {
            return RecordType.POSTED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(reply);
        }

        static Posted read(PayloadDecoder decoder) throws MalformedRecordException {
            return new Posted(decoder.number());
        }
    }

    /**
     * The end of an instance.
     *
     * @param ending the way in which it ended
     * @param fault the fault that ended it, or null
     */
    record Ended(Ending ending, Fault fault) implements RecordedEvent {

        /** The ways in which an instance ends. The number of a way is never used for another one. */
        public enum Ending {
            /** By itself or by an exit activity. */
            COMPLETED(0),
            /** By a fault that no handler caught. */
            FAULTED(1),
            /** By a standard fault that makes the process exit. */
            EXITED(2),
            /** By a command from outside. */
            TERMINATED(3),
            /** By an error of the engine. */
            BROKEN(4),
            /** By a repair of the journal. */
            REPAIRED(5);

            private final int number;

            Ending(int number) {
                this.number = number;
            }

            private static Ending of(long number) throws MalformedRecordException {
                return Stream.of(values())
                        .filter(each -> each.number == number)
                        .findFirst()
                        .orElseThrow(() ->
                                new MalformedRecordException("A way to end has the unknown number " + number + "."));
            }
        }

        /** Rejects null. */
        public Ended {
            Objects.requireNonNull(ending, "ending");
        }

        @Override
        public RecordType type() {
            return RecordType.ENDED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(ending.number);
            Values.write(fault, encoder);
        }

        static Ended read(PayloadDecoder decoder) throws MalformedRecordException {
            Ending ending = Ending.of(decoder.number());
            return new Ended(ending, Values.fault(decoder));
        }
    }

    /**
     * The state of an instance, which replaces all earlier records of it. The values are not interpreted.
     *
     * @param version the version of the process
     * @param semantics a number that changes when the same records would lead to other steps
     * @param startBytes the size of the message that has started the instance
     * @param requests the requests with keys whose answers no record has
     * @param values the state: each value is a {@link Long}, a {@link String}, an {@link Element}, a {@link
     *     RecordedMessage} or null
     */
    record Snapshot(long version, int semantics, long startBytes, List<RecordedRequest> requests, List<Object> values)
            implements RecordedEvent {
        private static final int NOTHING = 0;
        private static final int NUMBER = 1;
        private static final int TEXT = 2;
        private static final int ELEMENT = 3;
        private static final int MESSAGE = 4;

        /** Copies the lists. */
        public Snapshot {
            requests = List.copyOf(requests);
            values = Collections.unmodifiableList(new ArrayList<>(values));
        }

        @Override
        public RecordType type() {
            return RecordType.SNAPSHOT;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(version).number(semantics).number(startBytes).number(requests.size());
            requests.forEach(request -> request.write(encoder));
            encoder.number(values.size());
            for (Object value : values) {
                if (value == null) {
                    encoder.number(NOTHING);
                } else if (value instanceof Long number) {
                    encoder.number(NUMBER).signed(number);
                } else if (value instanceof String text) {
                    encoder.number(TEXT).text(text);
                } else if (value instanceof Element element) {
                    encoder.number(ELEMENT).element(element);
                } else {
                    encoder.number(MESSAGE);
                    ((RecordedMessage) value).write(encoder);
                }
            }
        }

        static Snapshot read(PayloadDecoder decoder) throws MalformedRecordException {
            long version = decoder.number();
            int semantics = decoder.number(Integer.MAX_VALUE);
            long startBytes = decoder.number();
            List<RecordedRequest> requests = new ArrayList<>();
            for (int count = decoder.count(); count > 0; count--) {
                requests.add(RecordedRequest.read(decoder));
            }
            List<Object> values = new ArrayList<>();
            for (int count = decoder.count(); count > 0; count--) {
                values.add(value(decoder));
            }
            return new Snapshot(version, semantics, startBytes, requests, values);
        }

        private static Object value(PayloadDecoder decoder) throws MalformedRecordException {
            return switch (decoder.number(MESSAGE)) {
                case NUMBER -> decoder.signed();
                case TEXT -> decoder.text();
                case ELEMENT -> Values.present(decoder.element());
                case MESSAGE -> RecordedMessage.read(decoder);
                default -> null;
            };
        }
    }

    /**
     * All records of an instance, copied from older segments. Their payloads are not interpreted.
     *
     * @param records the records in their order; all have the instance of this record
     */
    record History(List<JournalRecord> records) implements RecordedEvent {
        /** Copies the list. */
        public History {
            records = List.copyOf(records);
        }

        @Override
        public RecordType type() {
            return RecordType.HISTORY;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(records.size());
            for (JournalRecord record : records) {
                encoder.number(Byte.toUnsignedInt(record.type())).number(record.sequence());
                encoder.number(record.dictionary().size());
                record.dictionary().forEach(encoder::entry);
                encoder.bytes(record.payload());
            }
        }

        static History read(PayloadDecoder decoder) throws MalformedRecordException {
            List<JournalRecord> records = new ArrayList<>();
            for (int count = decoder.count(); count > 0; count--) {
                byte type = (byte) decoder.number(0xFF);
                long sequence = decoder.number();
                int references = Math.min(decoder.count(), JournalRecord.MOST_ENTRIES);
                List<DictionaryEntry> dictionary = new ArrayList<>(references);
                for (int reference = 0; reference < references; reference++) {
                    dictionary.add(decoder.entry());
                }
                records.add(new JournalRecord(type, decoder.instance(), sequence, dictionary, decoder.bytes()));
            }
            return new History(records);
        }
    }

    /**
     * The deployment of a version of a process.
     *
     * @param version the number of the version, unique in the engine
     * @param name the name of the deployment
     * @param replaces the version that it replaces; 0 for none
     * @param sha256 the checksum of its archive, in hexadecimal digits
     * @param fingerprint a number that changes with the numbers of activities, variables and labels of the program
     * @param settings the settings on which results depend, such as the time zone and the base URL, by their names
     */
    record Deployed(
            long version,
            String name,
            long replaces,
            String sha256,
            long fingerprint,
            NavigableMap<String, String> settings)
            implements RecordedEvent {
        /** Copies the map. */
        public Deployed {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(sha256, "sha256");
            settings = Collections.unmodifiableNavigableMap(new TreeMap<>(settings));
        }

        @Override
        public RecordType type() {
            return RecordType.DEPLOYED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(version).text(name).number(replaces).text(sha256).signed(fingerprint);
            Values.write(settings, encoder);
        }

        static Deployed read(PayloadDecoder decoder) throws MalformedRecordException {
            long version = decoder.number();
            String name = decoder.text();
            long replaces = decoder.number();
            String sha256 = decoder.text();
            long fingerprint = decoder.signed();
            return new Deployed(version, name, replaces, sha256, fingerprint, Values.map(decoder));
        }
    }

    /**
     * The undeployment of a version of a process, which takes no new messages afterwards.
     *
     * @param version the number of the version
     */
    record Undeployed(long version) implements RecordedEvent {
        @Override
        public RecordType type() {
            return RecordType.UNDEPLOYED;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(version);
        }

        static Undeployed read(PayloadDecoder decoder) throws MalformedRecordException {
            return new Undeployed(decoder.number());
        }
    }

    /**
     * The answer to a request with a key, which is kept for a repeated request. In place of an instance it has a negative
     * number, which belongs to no other answer.
     *
     * @param operation the name of the operation, unique in the engine
     * @param key the key of the client
     * @param fingerprint a checksum of the request
     * @param parts the parts of the answer; null for one that does not travel; empty for a fault or a one-way message
     * @param fault the fault of the answer; null for none
     */
    record Answer(String operation, String key, String fingerprint, List<Element> parts, Fault fault)
            implements RecordedEvent {
        /** Copies the list. */
        public Answer {
            Objects.requireNonNull(operation, "operation");
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(fingerprint, "fingerprint");
            parts = Values.copy(parts);
        }

        @Override
        public RecordType type() {
            return RecordType.ANSWER;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.text(operation).text(key).text(fingerprint).elements(parts);
            Values.write(fault, encoder);
        }

        static Answer read(PayloadDecoder decoder) throws MalformedRecordException {
            String operation = decoder.text();
            String key = decoder.text();
            String fingerprint = decoder.text();
            List<Element> parts = decoder.elements();
            return new Answer(operation, key, fingerprint, parts, Values.fault(decoder));
        }
    }

    /**
     * The start of an engine.
     *
     * @param life the number of the start, from 1 on
     * @param semantics a number that changes when the same records would lead to other steps
     * @param version the version of the engine, for people
     */
    record EngineStarted(long life, int semantics, String version) implements RecordedEvent {
        /** Rejects null. */
        public EngineStarted {
            Objects.requireNonNull(version, "version");
        }

        @Override
        public RecordType type() {
            return RecordType.ENGINE;
        }

        @Override
        public void write(PayloadEncoder encoder) {
            encoder.number(life).number(semantics).text(version);
        }

        static EngineStarted read(PayloadDecoder decoder) throws MalformedRecordException {
            long life = decoder.number();
            int semantics = decoder.number(Integer.MAX_VALUE);
            return new EngineStarted(life, semantics, decoder.text());
        }
    }
}
