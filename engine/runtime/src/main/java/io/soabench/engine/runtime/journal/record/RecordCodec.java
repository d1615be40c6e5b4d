package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;

/**
 * The form of records in a journal.
 *
 * <p>Belongs to one thread. The payload has the number of the format, then the progress, then the values of the event.
 */
public final class RecordCodec {
    /** The number of the format. A change of the bytes of any type raises it. */
    public static final int FORMAT = 1;

    private final PayloadEncoder encoder = new PayloadEncoder();
    private final PayloadDecoder decoder = new PayloadDecoder();

    /** Returns a record as the journal takes it. */
    public JournalRecord encode(Recorded recorded) {
        Progress progress = recorded.progress();
        // A record that was given up in its middle must not leave its beginning here.
        encoder.clear();
        encoder.number(FORMAT);
        encoder.number(progress.steps()).signed(progress.timeMs()).signed(progress.ageNs());
        encoder.fixed(progress.trace());
        recorded.event().write(encoder);
        return encoder.finish(recorded.event().type().number(), recorded.instance(), recorded.sequence());
    }

    /**
     * Returns the meaning of a record.
     *
     * @throws MalformedRecordException if it has none, or a newer engine wrote it
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
            case HISTORY -> RecordedEvent.History.read(decoder);
            case DEPLOYED -> RecordedEvent.Deployed.read(decoder);
            case UNDEPLOYED -> RecordedEvent.Undeployed.read(decoder);
            case ENGINE -> RecordedEvent.EngineStarted.read(decoder);
        };
    }
}
