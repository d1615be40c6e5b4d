package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;

/**
 * The codec of records in a journal. The payload contains the number of the format, the progress, and the values of the
 * event.
 *
 * <p>Threading: one thread.
 */
public final class RecordCodec {
    /** The number of the format. Every change of the bytes of a type raises it. */
    public static final int FORMAT = 1;

    private final PayloadEncoder encoder = new PayloadEncoder();
    private final PayloadDecoder decoder = new PayloadDecoder();

    /** Returns a record in the form of the journal. */
    public JournalRecord encode(Recorded recorded) {
        Progress progress = recorded.progress();
        // Removes the bytes of a record that was given up before its end.
        encoder.clear();
        encoder.number(FORMAT);
        encoder.number(progress.steps()).signed(progress.timeMs()).signed(progress.ageNs());
        encoder.fixed(progress.trace());
        recorded.event().write(encoder);
        return encoder.finish(recorded.event().type().number(), recorded.instance(), recorded.sequence());
    }

    /**
     * Returns the values of a record in the form of the journal.
     *
     * @throws MalformedRecordException if the bytes are no such record, or a newer engine has written them
     */
    public Recorded decode(JournalRecord record) throws MalformedRecordException {
        decoder.begin(record);
        long format = decoder.number();
        if (format != FORMAT) {
            throw new MalformedRecordException("The record has format " + format + ", and this engine reads format "
                    + FORMAT + "; use the engine that wrote it.");
        }
        long steps = decoder.number();
        if (steps < 0) {
            throw new MalformedRecordException("The record has a negative number of steps.");
        }
        long timeMs = decoder.signed();
        long ageNs = decoder.signed();
        Progress progress = new Progress(steps, timeMs, ageNs, decoder.fixed());
        RecordedEvent event = event(RecordType.of(record.type()));
        decoder.end();
        return new Recorded(record.instance(), record.sequence(), progress, event);
    }

    private RecordedEvent event(RecordType type) throws MalformedRecordException {
        return switch (type) {
            case STARTED -> RecordedEvent.Started.read(decoder);
            case MESSAGE -> RecordedEvent.Message.read(decoder);
            case ANSWERED -> RecordedEvent.Answered.read(decoder);
            case FAILED -> RecordedEvent.Failed.read(decoder);
            case RANG -> RecordedEvent.Rang.read(decoder);
            case TERMINATED -> new RecordedEvent.Terminated();
            case DECIDED -> RecordedEvent.Decided.read(decoder);
            case POSTED -> RecordedEvent.Posted.read(decoder);
            case ENDED -> RecordedEvent.Ended.read(decoder);
            case SNAPSHOT -> RecordedEvent.Snapshot.read(decoder);
            case HISTORY -> RecordedEvent.History.read(decoder);
            case DEPLOYED -> RecordedEvent.Deployed.read(decoder);
            case UNDEPLOYED -> RecordedEvent.Undeployed.read(decoder);
            case ENGINE -> RecordedEvent.EngineStarted.read(decoder);
            case ANSWER -> RecordedEvent.Answer.read(decoder);
        };
    }
}
