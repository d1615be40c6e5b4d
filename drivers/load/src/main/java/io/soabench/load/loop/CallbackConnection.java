package io.soabench.load.loop;

import io.soabench.load.http.CallReader;
import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/** A connection on which a process calls back, one callback after the other. Belongs to the receiver thread. */
final class CallbackConnection implements ChannelHandler {

    private static final byte[] CONTINUE = text("HTTP/1.1 100 Continue\r\n\r\n");
    private static final String POST = "POST";

    private final CallbackListener callbackListener;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final CallReader reader = new CallReader();
    private ByteBuffer out = ByteBuffer.allocate(0);
    private boolean begun;
    private boolean last;

    CallbackConnection(CallbackListener callbackListener, SocketChannel channel, SelectionKey key) {
        this.callbackListener = callbackListener;
        this.channel = channel;
        this.key = key;
        reader.begin(callbackListener.mostKept());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void ready(SelectionKey found, ReceiverContext receiver, Deque<InFlightRequest> ended) {
        if (!found.isValid()) {
            return;
        }
        try {
            if (out.hasRemaining()) {
                write();
                return;
            }
            receiver.in.clear();
            int count = channel.read(receiver.in);
            if (count < 0) {
                leave();
                return;
            }
            receiver.in.flip();
            take(receiver, ended);
            write();
        } catch (IOException e) {
            leave();
        }
    }

    private void leave() {
        if (begun) {
            callbackListener.pendingCallbacks().malformed();
        }
        callbackListener.close(channel);
    }

    private void take(ReceiverContext receiver, Deque<InFlightRequest> ended) {
        while (receiver.in.hasRemaining() && !last) {
            begun = true;
            try {
                if (!reader.feed(receiver.in)) {
                    if (reader.takeWaits()) {
                        append(CONTINUE);
                    }
                    return;
                }
            } catch (IOException e) {
                callbackListener.pendingCallbacks().malformed();
                answer("400 Bad Request", true);
                return;
            }
            answer(judged(receiver, ended), !reader.keepAlive());
            reader.begin(callbackListener.mostKept());
        }
    }

    /** Judges the callback and returns the status line of the answer to it. */
    private String judged(ReceiverContext receiver, Deque<InFlightRequest> ended) {
        long atNs = callbackListener.now();
        Optional<Requests.Callback> callback = callbackListener.at(reader.path());
        if (callback.isEmpty()) {
            callbackListener.pendingCallbacks().call(null, null);
            return "404 Not Found";
        }
        if (!reader.method().equals(POST)) {
            callbackListener.pendingCallbacks().malformed();
            return "405 Method Not Allowed\r\nAllow: POST";
        }
        String uiid = callback.get().relation().find(reader.body(), reader.kept());
        if (uiid == null || uiid.isEmpty()) {
            callbackListener.pendingCallbacks().malformed();
            return "400 Bad Request";
        }
        if (callbackListener.checks().have(uiid)) {
            callbackListener.checks().called(uiid, Arrays.copyOf(reader.body(), reader.kept()));
            return "202 Accepted";
        }
        Uiid.Request request = callbackListener.uiid().read(uiid).orElse(null);
        InFlightRequest awaiting = callbackListener.pendingCallbacks().find(request);
        if (awaiting != null) {
            receiver.judge.judge(awaiting.callback.expectation(), awaiting.row, reader);
        }
        ReceivedCallback received = new ReceivedCallback(
                callback.get().path(), receiver.judge.outcome(), receiver.judge.detail(), reader.bodySize(), atNs);
        InFlightRequest over = callbackListener.pendingCallbacks().call(request, received);
        if (awaiting != null && received.equals(awaiting.call)) {
            // A repeated callback, or one at the address of another process, answers nothing.
            awaiting.answer = receiver.kept(
                    reader, awaiting.intendedNs, awaiting.chunk, awaiting.client, awaiting.number, awaiting.lap);
        }
        if (over != null) {
            ended.add(over);
        }
        return callbackListener.pendingCallbacks().knows(request) ? "202 Accepted" : "404 Not Found";
    }

    private void answer(String status, boolean close) {
        begun = false;
        last = close;
        append(text(
                "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n" + (close ? "Connection: close\r\n" : "") + "\r\n"));
    }

    private void append(byte[] bytes) {
        ByteBuffer more = ByteBuffer.allocate(out.remaining() + bytes.length);
        out = more.put(out).put(bytes).flip();
    }

    private void write() throws IOException {
        if (out.hasRemaining()) {
            channel.write(out);
        }
        if (out.hasRemaining()) {
            key.interestOps(SelectionKey.OP_WRITE);
        } else if (last) {
            callbackListener.close(channel);
        } else if (key.interestOps() != SelectionKey.OP_READ) {
            key.interestOps(SelectionKey.OP_READ);
        }
    }
}
