package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEndpoint;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.record.RecordedMessage;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The two forms of the records of one version of a process. Those of instances refer to its operations. Those of the
 * journal have numbers and texts only. Immutable.
 */
public final class InstanceRecords {
    private static final ReplyTo CLOSED_CONNECTION = new ReplyTo() {
        @Override
        public void reply(List<Element> parts) {
            // The connection has ended with the engine, so the client knows that it has no answer.
        }

        @Override
        public void fault(Fault fault) {
            // As for a reply, the client knows that it has no answer.
        }
    };

    /** The acknowledgement of a message that an earlier start of the engine has received. */
    private static final Receipt CLOSED_RECEIPT = new Receipt() {
        @Override
        public void taken() {
            // The connection has ended with the engine.
        }

        @Override
        public void refused(Fault fault) {
            // As for an acknowledgement, the client has no connection any more.
        }
    };

    private final long version;
    private final Program program;
    private final ReplyDestinations destinations;
    private final ReceivedRequests requests;

    /** Creates the records of a version, without keys of requests. */
    public InstanceRecords(long version, Program program, ReplyDestinations destinations) {
        this(version, program, destinations, null);
    }

    /**
     * Creates the records of a version.
     *
     * @param version its number
     * @param program its program
     * @param destinations the maker of destinations of answers; used by {@link #ofInstance} only
     * @param requests the requests with keys, which {@link #ofInstance} adds; null for none
     */
    InstanceRecords(long version, Program program, ReplyDestinations destinations, ReceivedRequests requests) {
        this.version = version;
        this.requests = requests;
        this.program = program;
        this.destinations = destinations;
    }

    // ---- to the journal

    /** Returns the form of the journal. */
    public static Recorded ofJournal(long instance, long sequence, long version, InstanceRecord record) {
        return ofJournal(instance, sequence, version, record, List.of());
    }

    /**
     * Returns the form of the journal.
     *
     * @param requests the requests with keys whose answers no record has, for a snapshot
     */
    static Recorded ofJournal(
            long instance, long sequence, long version, InstanceRecord record, List<KeyedRequest> requests) {
        InstanceRecord.Moment at = record.at();
        return new Recorded(
                instance,
                sequence,
                new Progress(at.steps(), at.epochMs(), at.ageNs(), at.trace()),
                record instanceof InstanceRecord.Snapshot snapshot
                        ? snapshot(version, snapshot, requests)
                        : event(version, record));
    }

    private static RecordedEvent snapshot(long version, InstanceRecord.Snapshot snapshot, List<KeyedRequest> requests) {
        List<Object> values = new ArrayList<>(snapshot.values());
        values.replaceAll(value -> value instanceof InboundMessage message ? message(message) : value);
        return new RecordedEvent.Snapshot(
                version,
                DurableInstances.SEMANTICS,
                snapshot.startBytes(),
                requests.stream()
                        .map(request -> request.recorded(snapshot.at().epochMs()))
                        .toList(),
                values);
    }

    private static RecordedEvent event(long version, InstanceRecord record) {
        if (record instanceof InstanceRecord.Started started) {
            return new RecordedEvent.Started(version, message(started.message()), List.of());
        } else if (record instanceof InstanceRecord.Message message) {
            return new RecordedEvent.Message(message(message.message()), message.place());
        } else if (record instanceof InstanceRecord.Answered answered) {
            return new RecordedEvent.Answered(answered.frame(), answered.parts());
        } else if (record instanceof InstanceRecord.Failed failed) {
            return new RecordedEvent.Failed(failed.frame(), failed.fault());
        } else if (record instanceof InstanceRecord.Rang rang) {
            return new RecordedEvent.Rang(rang.alarm());
        } else if (record instanceof InstanceRecord.Terminated) {
            return new RecordedEvent.Terminated();
        } else if (record instanceof InstanceRecord.Decided decided) {
            return new RecordedEvent.Decided(kind(decided.what()), decided.number(), decided.answer());
        } else if (record instanceof InstanceRecord.Posted posted) {
            return new RecordedEvent.Posted(posted.reply());
        } else {
            return ended((InstanceRecord.Ended) record);
        }
    }

    private static RecordedEvent.Ended ended(InstanceRecord.Ended ended) {
        if (ended.broken()) {
            Fault fault = ended.uncaught() == null ? ended.exitedBy() : ended.uncaught();
            return new RecordedEvent.Ended(RecordedEvent.Ended.Ending.BROKEN, fault);
        } else if (ended.uncaught() != null) {
            return new RecordedEvent.Ended(RecordedEvent.Ended.Ending.FAULTED, ended.uncaught());
        }
        return new RecordedEvent.Ended(
                ended.exitedBy() == null ? RecordedEvent.Ended.Ending.COMPLETED : RecordedEvent.Ended.Ending.EXITED,
                ended.exitedBy());
    }

    private static RecordedEvent.Decided.Kind kind(InstanceRecord.Decision decision) {
        return switch (decision) {
            case TIME -> RecordedEvent.Decided.Kind.TIME;
            case REFUSAL -> RecordedEvent.Decided.Kind.LIMIT;
            case ADDRESS -> RecordedEvent.Decided.Kind.ADDRESS;
        };
    }

    private static RecordedMessage message(InboundMessage message) {
        Addressing addressing = message.addressing();
        return new RecordedMessage(
                message.operation().index(),
                message.parts(),
                addressing == null
                        ? null
                        : new RecordedMessage.Addressing(
                                addressing.namespace(),
                                addressing.messageId(),
                                endpoint(addressing.replyTo()),
                                endpoint(addressing.faultTo())),
                message.replyTo().form(),
                message.replyTo() instanceof KeyedRequest request ? request.key() : null);
    }

    private static RecordedEndpoint endpoint(Endpoint endpoint) {
        return endpoint == null
                ? null
                : new RecordedEndpoint(
                        endpoint.address(), endpoint.namespace(), endpoint.parameters(), endpoint.relatesTo());
    }

    // ---- from the journal

    /**
     * Returns the form of instances.
     *
     * @throws MalformedRecordException if the version has nothing that the record refers to
     */
    public InstanceRecord ofInstance(Recorded recorded) throws MalformedRecordException {
        Progress progress = recorded.progress();
        InstanceRecord.Moment at =
                new InstanceRecord.Moment(progress.steps(), progress.trace(), progress.timeMs(), progress.ageNs());
        RecordedEvent event = recorded.event();
        if (event instanceof RecordedEvent.Started started) {
            requireVersion(started.version());
            return new InstanceRecord.Started(at, message(started.message(), at.epochMs()));
        } else if (event instanceof RecordedEvent.Message message) {
            return new InstanceRecord.Message(at, message(message.message(), at.epochMs()), message.place());
        } else if (event instanceof RecordedEvent.Answered answered) {
            return new InstanceRecord.Answered(at, answered.frame(), answered.parts());
        } else if (event instanceof RecordedEvent.Failed failed) {
            return new InstanceRecord.Failed(at, failed.frame(), failed.fault());
        } else if (event instanceof RecordedEvent.Rang rang) {
            return new InstanceRecord.Rang(at, Math.toIntExact(rang.alarm()));
        } else if (event instanceof RecordedEvent.Terminated) {
            return new InstanceRecord.Terminated(at);
        } else if (event instanceof RecordedEvent.Decided decided) {
            return new InstanceRecord.Decided(at, decision(decided.kind()), decided.ordinal(), decided.value());
        } else if (event instanceof RecordedEvent.Posted posted) {
            return new InstanceRecord.Posted(at, Math.toIntExact(posted.reply()));
        } else if (event instanceof RecordedEvent.Ended ended) {
            return ended(at, ended);
        } else if (event instanceof RecordedEvent.Snapshot snapshot) {
            requireVersion(snapshot.version());
            return snapshot(at, snapshot);
        }
        throw new MalformedRecordException("A record of type " + event.type() + " belongs to no instance.");
    }

    private InstanceRecord.Snapshot snapshot(InstanceRecord.Moment at, RecordedEvent.Snapshot snapshot)
            throws MalformedRecordException {
        if (requests != null) {
            requests.begin(snapshot.requests());
        }
        List<Object> values = new ArrayList<>();
        for (Object value : snapshot.values()) {
            values.add(value instanceof RecordedMessage message ? messageOfSnapshot(message) : value);
        }
        if (requests != null) {
            requests.end();
        }
        return new InstanceRecord.Snapshot(at, snapshot.startBytes(), Collections.unmodifiableList(values));
    }

    private void requireVersion(long recorded) throws MalformedRecordException {
        if (recorded != version) {
            throw new MalformedRecordException(
                    "The instance is of version " + recorded + ", but not of " + version + ".");
        }
    }

    private static InstanceRecord.Ended ended(InstanceRecord.Moment at, RecordedEvent.Ended ended) {
        boolean exited = ended.ending() == RecordedEvent.Ended.Ending.EXITED;
        return new InstanceRecord.Ended(
                at,
                exited ? null : ended.fault(),
                exited ? ended.fault() : null,
                ended.ending() == RecordedEvent.Ended.Ending.BROKEN);
    }

    private static InstanceRecord.Decision decision(RecordedEvent.Decided.Kind kind) {
        return switch (kind) {
            case TIME -> InstanceRecord.Decision.TIME;
            case LIMIT -> InstanceRecord.Decision.REFUSAL;
            case ADDRESS -> InstanceRecord.Decision.ADDRESS;
        };
    }

    private InboundMessage message(RecordedMessage message, long receivedMs) throws MalformedRecordException {
        ServiceOperation operation = operation(message.operation());
        Addressing addressing = addressing(message);
        ReplyTo replyTo = replyTo(operation, addressing, message);
        KeyedRequest request = requests == null || message.key() == null
                ? null
                : requests.request(operation, message, replyTo, receivedMs);
        return message(operation, message, addressing, replyTo, request);
    }

    private InboundMessage messageOfSnapshot(RecordedMessage message) throws MalformedRecordException {
        ServiceOperation operation = operation(message.operation());
        Addressing addressing = addressing(message);
        ReplyTo replyTo = replyTo(operation, addressing, message);
        KeyedRequest request = requests == null || message.key() == null
                ? null
                : requests.ofSnapshot(operation, message.key(), replyTo);
        return message(operation, message, addressing, replyTo, request);
    }

    private static InboundMessage message(
            ServiceOperation operation,
            RecordedMessage message,
            Addressing addressing,
            ReplyTo replyTo,
            KeyedRequest request) {
        boolean isAcknowledged = operation.isOneWay() || message.replyForm() != null;
        if (request == null) {
            // With a receipt, the kernel refuses a message that is not taken, as before the crash. It gives no answer.
            Receipt receipt = isAcknowledged ? CLOSED_RECEIPT : Receipt.NONE;
            return new InboundMessage(operation, message.parts(), replyTo, receipt, addressing);
        }
        return new InboundMessage(
                operation, message.parts(), request, isAcknowledged ? request : Receipt.NONE, addressing);
    }

    private static Addressing addressing(RecordedMessage message) {
        RecordedMessage.Addressing recorded = message.addressing();
        return recorded == null
                ? null
                : new Addressing(
                        recorded.namespace(),
                        recorded.messageId(),
                        endpoint(recorded.replyTo()),
                        endpoint(recorded.faultTo()));
    }

    private ReplyTo replyTo(ServiceOperation operation, Addressing addressing, RecordedMessage message) {
        if (operation.isOneWay()) {
            return ReplyTo.NOBODY;
        }
        return message.replyForm() == null
                ? CLOSED_CONNECTION
                : destinations.destination(operation, addressing, message.replyForm());
    }

    private ServiceOperation operation(int index) throws MalformedRecordException {
        for (ServiceOperation operation : program.provided()) {
            if (operation.index() == index) {
                return operation;
            }
        }
        throw new MalformedRecordException("The process has no operation " + index + ".");
    }

    private static Endpoint endpoint(RecordedEndpoint endpoint) {
        return endpoint == null
                ? null
                : new Endpoint(endpoint.address(), endpoint.namespace(), endpoint.parameters(), endpoint.relatesTo());
    }
}
