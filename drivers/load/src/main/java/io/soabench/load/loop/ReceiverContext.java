package io.soabench.load.loop;

import io.soabench.load.http.AnswerReader;
import io.soabench.load.http.Judge;
import io.soabench.load.http.MessageReader;
import io.soabench.plan.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The buffers of the receiver thread. A reader belongs to a request only between the first and the last byte of its
 * answer, so that a few readers serve many thousand requests. Belongs to the receiver thread.
 */
final class ReceiverContext {

    private static final int BUFFER_BYTES = 65_536;
    private static final int MOST_READERS = 256;

    final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    final Judge judge = new Judge();
    private final AnswerChoice choice;
    private final Deque<AnswerReader> readers = new ArrayDeque<>();

    ReceiverContext(AnswerChoice choice) {
        this.choice = choice;
    }

    /** Returns the whole message that the judge has found right, if the answer to that request is to be kept; else null. */
    byte[] kept(MessageReader message, long intendedNs, int chunk, int client, int number, int lap) {
        return judge.outcome() == Outcome.OK
                        && message.kept() == message.bodySize()
                        && choice.wants(intendedNs, chunk, client, number, lap)
                ? Arrays.copyOf(message.body(), message.kept())
                : null;
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
