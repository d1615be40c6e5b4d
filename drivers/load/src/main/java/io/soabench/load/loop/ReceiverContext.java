package io.soabench.load.loop;

import io.soabench.load.http.AnswerReader;
import io.soabench.load.http.Judge;
import io.soabench.load.http.MessageReader;
import io.soabench.plan.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Predicate;

/**
 * The buffers of the receiver thread. A reader belongs to a request only between the first and the last byte of its
 * answer, so that a few readers serve many thousand requests. Belongs to the receiver thread.
 */
final class ReceiverContext {

    private static final int BUFFER_BYTES = 65_536;
    private static final int MOST_READERS = 256;

    final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    final Judge judge = new Judge();
    private final Predicate<InFlightRequest> keeps;
    private final Deque<AnswerReader> readers = new ArrayDeque<>();

    /** @param keeps decides whether the message that answers a request is kept with it */
    ReceiverContext(Predicate<InFlightRequest> keeps) {
        this.keeps = keeps;
    }

    /** Keeps the whole message that has answered a request rightly, as far as was judged, if it is to be kept. */
    void keep(InFlightRequest inFlight, MessageReader message) {
        if (judge.outcome() == Outcome.OK && message.kept() == message.bodySize() && keeps.test(inFlight)) {
            inFlight.answer = Arrays.copyOf(message.body(), message.kept());
        }
    }

    /**
     * Takes a reader of answers.
     *
     * @param mostKept see {@link AnswerReader#begin}
     */
    AnswerReader takeReader(int mostKept) {
        AnswerReader reader = readers.isEmpty() ? new AnswerReader() : readers.pop();
        reader.begin(mostKept);
        return reader;
    }

    void giveReader(AnswerReader reader) {
        if (readers.size() < MOST_READERS) {
            readers.push(reader);
        }
    }
}
