package io.soabench.load.http;

import io.soabench.load.text.Digits;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The HTTP requests of all chunks as bytes, ready but for the UIID. Immutable and safe for use by many threads.
 *
 * <p>A request is {@code POST} with the envelope as {@code text/xml; charset=utf-8}, the SOAPAction in quotes (SOAP 1.1
 * §6.1.1) and the header {@value #UIID_HEADER}. It always has a Content-Length and never {@code Expect: 100-continue}.
 */
public final class Requests {

    /** Header that carries the UIID. */
    public static final String UIID_HEADER = "X-SOABench-UIID";

    /** Placeholder of the UIID in a request file. */
    public static final String PLACEHOLDER = "${uiid}";

    private final List<byte[]> headBegins;
    private final List<byte[][]> bodies;
    private final long[] bodyLengths;
    private final List<Expectation> expectations;

    /**
     * To whom a chunk is sent.
     *
     * @param endpoint address to call
     * @param soapAction value of the SOAPAction header without quotes
     * @param expectation what must come back
     */
    public record Receiver(URI endpoint, String soapAction, Expectation expectation) {}

    /**
     * @param receivers by chunk index
     * @param envelopes by chunk index, with the placeholder of the UIID
     * @param closing whether the server is told to close the connection after its answer (RFC 9112 §9.6)
     */
    public Requests(List<Receiver> receivers, List<byte[]> envelopes, boolean closing) {
        headBegins = receivers.stream()
                .map(receiver -> headBegin(receiver.endpoint(), receiver.soapAction(), closing))
                .toList();
        bodies = envelopes.stream().map(Requests::split).toList();
        expectations = receivers.stream().map(Receiver::expectation).toList();
        bodyLengths = new long[bodies.size()];
        for (int i = 0; i < bodyLengths.length; i++) {
            for (byte[] part : bodies.get(i)) {
                bodyLengths[i] += part.length;
            }
        }
    }

    private static byte[] headBegin(URI endpoint, String soapAction, boolean closing) {
        String path = endpoint.getRawPath() == null || endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
        String target = endpoint.getRawQuery() == null ? path : path + "?" + endpoint.getRawQuery();
        String host = endpoint.getPort() < 0 ? endpoint.getHost() : endpoint.getHost() + ":" + endpoint.getPort();
        return ("POST " + target + " HTTP/1.1\r\nHost: " + host
                        + (closing ? "\r\nConnection: close" : "")
                        + "\r\nUser-Agent: SOABench\r\nAccept: text/xml\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: \""
                        + soapAction.replace("\r", "").replace("\n", "").replace("\"", "") + "\"\r\n" + UIID_HEADER
                        + ": ")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** What must come back when a chunk was sent. */
    public Expectation expectation(int chunk) {
        return expectations.get(chunk);
    }

    /** The text between the placeholders: one part more than there are placeholders. */
    private static byte[][] split(byte[] envelope) {
        byte[] mark = PLACEHOLDER.getBytes(StandardCharsets.US_ASCII);
        List<byte[]> parts = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i + mark.length <= envelope.length; i++) {
            if (Arrays.equals(envelope, i, i + mark.length, mark, 0, mark.length)) {
                parts.add(Arrays.copyOfRange(envelope, begin, i));
                begin = i + mark.length;
                i = begin - 1;
            }
        }
        parts.add(Arrays.copyOfRange(envelope, begin, envelope.length));
        return parts.toArray(byte[][]::new);
    }

    /** Bytes of the longest envelope, without identifiers. */
    public long longestBody() {
        return Arrays.stream(bodyLengths).max().orElse(0);
    }

    /** A place to read one request after the other from; belongs to one thread. */
    public Rendering rendering() {
        return new Rendering();
    }

    /** One request as a sequence of parts, copied piecewise so that large envelopes need no large buffer for each thread. */
    public final class Rendering {

        private final byte[] length = new byte[64];
        private int lengthSize;
        private byte[] uiid = new byte[0];
        private int uiidLength;
        private byte[] headBegin = new byte[0];
        private byte[][] body = new byte[0][];
        /** 0: head, 1: UIID, 2: Content-Length and the end of the head, then body parts and UIIDs in turn. */
        private int part;

        private int offset;
        private long total;

        /** Begins a request; the UIID's bytes must stay the same until it is sent. */
        public void begin(int chunk, byte[] uiidBytes, int uiidSize) {
            uiid = uiidBytes;
            uiidLength = uiidSize;
            headBegin = headBegins.get(chunk);
            body = bodies.get(chunk);
            long contentLength = bodyLengths[chunk] + (long) (body.length - 1) * uiidSize;
            lengthSize = contentLength(contentLength);
            total = headBegin.length + uiidSize + lengthSize + contentLength;
            rewind();
        }

        /** To the begin of the same request. */
        public void rewind() {
            part = 0;
            offset = 0;
        }

        /** Bytes of the whole request. */
        public long total() {
            return total;
        }

        private int contentLength(long value) {
            int at = 0;
            for (byte b : LENGTH_BEGIN) {
                length[at++] = b;
            }
            at = Digits.put(length, at, value);
            for (byte b : HEAD_END) {
                length[at++] = b;
            }
            return at;
        }

        /** Copies as much as fits; false when nothing was left. */
        public boolean fill(ByteBuffer buffer) {
            boolean some = false;
            while (buffer.hasRemaining() && part < 2 + body.length * 2) {
                byte[] source = source();
                int size = size(source);
                int count = Math.min(buffer.remaining(), size - offset);
                buffer.put(source, offset, count);
                some |= count > 0;
                offset += count;
                if (offset == size) {
                    part++;
                    offset = 0;
                }
            }
            return some;
        }

        private byte[] source() {
            if (part == 0) {
                return headBegin;
            }
            if (part == 2) {
                return length;
            }
            return part % 2 == 1 && part > 1 ? body[(part - 3) / 2] : uiid;
        }

        private int size(byte[] source) {
            if (source == uiid) {
                return uiidLength;
            }
            return source == length ? lengthSize : source.length;
        }
    }

    private static final byte[] LENGTH_BEGIN = "\r\nContent-Length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
}
