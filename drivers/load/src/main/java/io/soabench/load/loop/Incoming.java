package io.soabench.load.loop;

import io.soabench.load.http.CallReader;
import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/** A connection on which a process calls back, one callback after the other. Belongs to the reception thread. */
final class Incoming implements Guest {

    private static final byte[] CONTINUE = text("HTTP/1.1 100 Continue\r\n\r\n");
    private static final String POST = "POST";

    private final Door door;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final CallReader reader = new CallReader();
    private ByteBuffer out = ByteBuffer.allocate(0);
    private boolean begun;
    private boolean last;

    Incoming(Door door, SocketChannel channel, SelectionKey key) {
        this.door = door;
        this.channel = channel;
        this.key = key;
        reader.begin(door.mostKept());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void ready(SelectionKey found, Reception reception, Deque<Flight> ended) {
        if (!found.isValid()) {
            return;
        }
        try {
            if (out.hasRemaining()) {
                write();
                return;
            }
            reception.in.clear();
            int count = channel.read(reception.in);
            if (count < 0) {
                leave();
                return;
            }
            reception.in.flip();
            take(reception, ended);
            write();
        } catch (IOException e) {
            leave();
        }
    }

    private void leave() {
        if (begun) {
            door.awaited().malformed();
        }
        door.close(channel);
    }

    private void take(Reception reception, Deque<Flight> ended) {
        while (reception.in.hasRemaining() && !last) {
            begun = true;
            try {
                if (!reader.feed(reception.in)) {
                    if (reader.takeWaits()) {
                        say(CONTINUE);
                    }
                    return;
                }
            } catch (IOException e) {
                door.awaited().malformed();
                answer("400 Bad Request", true);
                return;
            }
            answer(judged(reception, ended), !reader.keepAlive());
            reader.begin(door.mostKept());
        }
    }

    /** What the callback means, and the status that says so. */
    private String judged(Reception reception, Deque<Flight> ended) {
        long atNs = door.now();
        Optional<Requests.Callback> callback = door.at(reader.path());
        if (callback.isEmpty()) {
            door.awaited().call(null, null);
            return "404 Not Found";
        }
        if (!reader.method().equals(POST)) {
            door.awaited().malformed();
            return "405 Method Not Allowed\r\nAllow: POST";
        }
        String uiid = callback.get().relation().find(reader.body(), reader.kept());
        if (uiid == null || uiid.isEmpty()) {
            door.awaited().malformed();
            return "400 Bad Request";
        }
        if (uiid.startsWith(Plan.CHECK)) {
            door.checks().called(uiid, Arrays.copyOf(reader.body(), reader.kept()));
            return "202 Accepted";
        }
        Uiid.Request request = door.uiid().read(uiid).orElse(null);
        Flight awaiting = door.awaited().find(request);
        if (awaiting != null) {
            reception.judge.judge(awaiting.callback.expectation(), awaiting.row, reader);
        }
        Flight over = door.awaited()
                .call(
                        request,
                        new Awaited.Call(
                                callback.get().path(),
                                reception.judge.outcome(),
                                reception.judge.detail(),
                                reader.bodySize(),
                                atNs));
        if (over != null) {
            ended.add(over);
        }
        return door.awaited().knows(request) ? "202 Accepted" : "404 Not Found";
    }

    private void answer(String status, boolean close) {
        begun = false;
        last = close;
        say(text("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n" + (close ? "Connection: close\r\n" : "") + "\r\n"));
    }

    private void say(byte[] bytes) {
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
            door.close(channel);
        } else if (key.interestOps() != SelectionKey.OP_READ) {
            key.interestOps(SelectionKey.OP_READ);
        }
    }
}
