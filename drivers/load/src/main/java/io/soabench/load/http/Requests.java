package io.soabench.load.http;

import io.soabench.load.text.Digits;
import io.soabench.plan.RequestForm;
import io.soabench.plan.RequestHeaders;
import io.soabench.plan.RowFile;
import io.soabench.plan.SoapVersion;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The HTTP requests of all chunks as bytes, ready except for the UIID and the records that fill some of them. Immutable
 * and safe for use by many threads.
 *
 * <p>A request is {@code POST} with the envelope as {@code text/xml; charset=utf-8}, the SOAPAction in quotes (SOAP 1.1
 * §6.1.1) and the header {@value #UIID_HEADER}. One of SOAP 1.2 is {@code application/soap+xml} with the action as a
 * parameter. It always has a Content-Length and never {@code Expect: 100-continue}.
 */
public final class Requests {

    /** Header that carries the UIID. */
    public static final String UIID_HEADER = RequestForm.UIID_HEADER;

    /** Placeholder of the UIID in a request file. */
    public static final String PLACEHOLDER = "${uiid}";

    private final List<byte[]> headBegins;
    private final List<Body> bodies;
    private final List<Expectation> expectations;
    private final List<Optional<Callback>> callbacks;
    private final List<RequestHeaders> headers;

    /**
     * A later answer to a request, by a callback.
     *
     * @param path at which the load client is called
     * @param expectation the expected callback
     * @param relation place of the identifier of the request
     */
    public record Callback(String path, Expectation expectation, Relation relation) {}

    /**
     * The receiver of a chunk.
     *
     * @param endpoint address to call
     * @param soapAction value of the SOAPAction header without quotes
     * @param expectation the expected answer
     * @param callback the callback that must follow; empty: none
     * @param order the order of a batch, of which the chunk is the message; empty: the chunk itself is sent
     * @param soap version of SOAP of the messages
     * @param headers HTTP headers of the model
     */
    public record Receiver(
            URI endpoint,
            String soapAction,
            Expectation expectation,
            Optional<Callback> callback,
            Optional<BatchOrder> order,
            SoapVersion soap,
            RequestHeaders headers) {

        /** Creates a receiver of messages of a process. */
        public Receiver(URI endpoint, String soapAction, Expectation expectation, Optional<Callback> callback) {
            this(
                    endpoint,
                    soapAction,
                    expectation,
                    callback,
                    Optional.empty(),
                    SoapVersion.SOAP_11,
                    RequestHeaders.NONE);
        }

        /** Returns a receiver of orders of batches. */
        public static Receiver of(BatchOrder order, URI endpoint) {
            return new Receiver(
                    endpoint,
                    "",
                    Expectation.of(order),
                    Optional.empty(),
                    Optional.of(order),
                    SoapVersion.SOAP_11,
                    RequestHeaders.NONE);
        }

        /** Returns a copy that gets messages in another form. */
        public Receiver in(SoapVersion version, RequestHeaders others) {
            return new Receiver(endpoint, soapAction, expectation, callback, order, version, others);
        }

        /** Creates a receiver that answers without a callback. */
        public Receiver(URI endpoint, String soapAction, Expectation expectation) {
            this(endpoint, soapAction, expectation, Optional.empty());
        }
    }

    /** The place of the UIID among the places of a body. */
    private static final int UIID = -1;

    /** An envelope, cut where something is filled in. */
    private static final class Body {

        /** The text between the places: one part more than there are. */
        private final byte[][] parts;

        /** The column at each place of the body, or {@link #UIID}. */
        private final int[] places;

        private final long length;
        private final int uiids;

        /** The records; null when there are none. */
        private final RowFile rows;

        private Body(List<byte[]> parts, List<Integer> places, RowFile rows) {
            this.parts = parts.toArray(byte[][]::new);
            this.places = places.stream().mapToInt(place -> place).toArray();
            this.rows = rows;
            length = parts.stream().mapToLong(part -> part.length).sum();
            uiids = (int) places.stream().filter(place -> place == UIID).count();
        }
    }

    /** Creates requests without records; see the other constructor. */
    public Requests(List<Receiver> receivers, List<byte[]> envelopes, boolean closing) {
        this(receivers, envelopes, Collections.nCopies(envelopes.size(), Optional.empty()), closing);
    }

    /**
     *
     *
     * @param receivers by chunk index
     * @param envelopes by chunk index, with the placeholder of the UIID, and those of the columns of the records
     * @param rows by chunk index the records that fill it
     * @param closing whether the server is asked to close the connection after its answer (RFC 9112 §9.6)
     */
    public Requests(List<Receiver> receivers, List<byte[]> envelopes, List<Optional<RowFile>> rows, boolean closing) {
        headBegins =
                receivers.stream().map(receiver -> headBegin(receiver, closing)).toList();
        bodies = IntStream.range(0, envelopes.size())
                .mapToObj(i -> split(
                        body(receivers.get(i), envelopes.get(i)), rows.get(i).orElse(null)))
                .toList();
        expectations = receivers.stream().map(Receiver::expectation).toList();
        callbacks = receivers.stream().map(Receiver::callback).toList();
        headers = receivers.stream().map(Receiver::headers).toList();
    }

    private static byte[] body(Receiver receiver, byte[] envelope) {
        return receiver.order().map(order -> order.body(envelope)).orElse(envelope);
    }

    private static String messageHeaders(Receiver receiver) {
        SoapVersion soap = receiver.soap();
        return "\r\nAccept: " + soap.mediaType() + "\r\nContent-Type: " + soap.contentType(receiver.soapAction())
                + (soap.actionInType() ? "" : "\r\nSOAPAction: \"" + SoapVersion.bare(receiver.soapAction()) + "\"")
                + receiver.headers().lines();
    }

    private static byte[] headBegin(Receiver receiver, boolean closing) {
        URI endpoint = receiver.endpoint();
        String path = endpoint.getRawPath() == null || endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
        String target = endpoint.getRawQuery() == null ? path : path + "?" + endpoint.getRawQuery();
        String host = endpoint.getPort() < 0 ? endpoint.getHost() : endpoint.getHost() + ":" + endpoint.getPort();
        return ("POST " + target + " HTTP/1.1\r\nHost: " + host
                        + (closing ? "\r\nConnection: close" : "")
                        + "\r\nUser-Agent: " + RequestForm.USER_AGENT
                        + receiver.order().map(BatchOrder::headers).orElseGet(() -> messageHeaders(receiver))
                        + "\r\n" + UIID_HEADER + ": ")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the answer expected when a chunk was sent. */
    public Expectation expectation(int chunk) {
        return expectations.get(chunk);
    }

    /** Returns a defect of an answer to a chunk, without secrets of headers that the server may have repeated. */
    public String withoutSecrets(int chunk, String detail) {
        return detail.isEmpty() ? detail : headers.get(chunk).hidden(detail);
    }

    /** Returns how a chunk that was sent is answered later, if it is. */
    public Optional<Callback> callback(int chunk) {
        return callbacks.get(chunk);
    }

    /** Returns all callbacks by which requests are answered later. */
    public List<Callback> callbacks() {
        return callbacks.stream().flatMap(Optional::stream).toList();
    }

    private static Body split(byte[] envelope, RowFile rows) {
        List<byte[]> names = new ArrayList<>();
        names.add(PLACEHOLDER.getBytes(StandardCharsets.US_ASCII));
        if (rows != null) {
            rows.columns().forEach(name -> names.add(("${" + name + "}").getBytes(StandardCharsets.UTF_8)));
        }
        List<byte[]> parts = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < envelope.length; i++) {
            for (int name = 0; envelope[i] == '$' && name < names.size(); name++) {
                byte[] mark = names.get(name);
                int end = i + mark.length;
                if (end <= envelope.length && Arrays.equals(envelope, i, end, mark, 0, mark.length)) {
                    parts.add(Arrays.copyOfRange(envelope, begin, i));
                    places.add(name + UIID);
                    begin = end;
                    i = end - 1;
                    break;
                }
            }
        }
        parts.add(Arrays.copyOfRange(envelope, begin, envelope.length));
        return new Body(parts, places, rows);
    }

    /** Returns the records that fill a chunk: how many there are; 0 when it is sent as it is. */
    public int rows(int chunk) {
        RowFile rows = bodies.get(chunk).rows;
        return rows == null ? 0 : rows.size();
    }

    /** Returns the line of the user's file with a record, from 1; 0 when the chunk has none. */
    public long line(int chunk, int row) {
        RowFile rows = bodies.get(chunk).rows;
        return rows == null ? 0 : rows.line(row);
    }

    /** Returns the bytes of the longest envelope, without identifiers and records. */
    public long longestBody() {
        return bodies.stream().mapToLong(body -> body.length).max().orElse(0);
    }

    /** Returns a place to read one request after the other from; belongs to one thread. */
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
        private Body body = new Body(List.of(), List.of(), null);
        private ByteBuffer rowBytes;
        private int[] bounds = new int[0];
        /**
         * The index of the current part. 0: head, 1: UIID, 2: Content-Length and the end of the head; then body parts
         * and the values between them in turn.
         */
        private int part;

        private int offset;
        private long total;

        /**
         * Begins a request; the UIID's bytes must stay the same until it is sent.
         *
         * @param row see {@link io.soabench.load.input.Trace#row}
         */
        public void begin(int chunk, int row, byte[] uiidBytes, int uiidSize) {
            uiid = uiidBytes;
            uiidLength = uiidSize;
            headBegin = headBegins.get(chunk);
            body = bodies.get(chunk);
            long contentLength = body.length + (long) body.uiids * uiidSize;
            if (body.rows != null) {
                contentLength += find(row);
            }
            lengthSize = contentLength(contentLength);
            total = headBegin.length + uiidSize + lengthSize + contentLength;
            rewind();
        }

        /** Finds the fields of a record, and returns the number of bytes that they fill. */
        private long find(int row) {
            RowFile rows = body.rows;
            rowBytes = rows.bytes();
            if (bounds.length <= rows.columns().size()) {
                bounds = rows.bounds();
            }
            rows.fields(row, bounds);
            long filled = 0;
            for (int column : body.places) {
                filled += column == UIID ? 0 : bounds[column + 1] - 1 - bounds[column];
            }
            return filled;
        }

        /** Goes back to the start of the same request. */
        public void rewind() {
            part = 0;
            offset = 0;
        }

        /** Returns the bytes of the whole request. */
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
            while (buffer.hasRemaining() && part < 2 + body.parts.length * 2) {
                int column = column();
                int size;
                int count;
                if (column == UIID) {
                    byte[] source = source();
                    size = size(source);
                    count = Math.min(buffer.remaining(), size - offset);
                    buffer.put(source, offset, count);
                } else {
                    size = bounds[column + 1] - 1 - bounds[column];
                    count = Math.min(buffer.remaining(), size - offset);
                    buffer.put(buffer.position(), rowBytes, bounds[column] + offset, count);
                    buffer.position(buffer.position() + count);
                }
                some |= count > 0;
                offset += count;
                if (offset == size) {
                    part++;
                    offset = 0;
                }
            }
            return some;
        }

        /** Returns the column of the record that is the part; {@link #UIID} when it is not a column. */
        private int column() {
            return part < 4 || part % 2 == 1 ? UIID : body.places[part / 2 - 2];
        }

        private byte[] source() {
            if (part == 0) {
                return headBegin;
            }
            if (part == 2) {
                return length;
            }
            return part % 2 == 1 && part > 1 ? body.parts[(part - 3) / 2] : uiid;
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
