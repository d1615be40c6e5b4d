package io.soabench.load.loop;

import io.soabench.load.http.AnswerReader;
import io.soabench.load.http.Judge;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
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
    private final Deque<AnswerReader> readers = new ArrayDeque<>();

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
