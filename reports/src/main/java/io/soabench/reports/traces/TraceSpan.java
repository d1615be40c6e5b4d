package io.soabench.reports.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A span in the JSON form of OTLP 1: identifiers are hexadecimal, enumerations are numbers, 64-bit integers are strings.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 * @param parentId that of another span, or empty
 * @param startNs nanoseconds since 1970, UTC
 * @param endNs not before the start
 * @param attributes values are strings, numbers or truth values; null values are left out
 * @param sentNs time at which a request was sent; 0 for a span that has no such event
 * @param error reason of a failure; null for a success, empty for an unknown reason
 */
record TraceSpan(
        String traceId,
        String spanId,
        String parentId,
        String name,
        Kind kind,
        long startNs,
        long endNs,
        Map<String, Object> attributes,
        long sentNs,
        String error) {

    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;
    private static final int STATUS_ERROR = 2;

    /** The kinds of spans that are written, with their numbers in the enumeration {@code SpanKind}. */
    enum Kind {
        /** A request that is answered. */
        SERVER(2),
        /** A request that is sent. */
        CLIENT(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** Returns the identifier of a trace: the same for the same request of the same run, whenever the file is made. */
    static String traceId(String... parts) {
        return digest(TRACE_BYTES, parts);
    }

    /** Returns the identifier of a span of a trace. */
    static String spanId(String... parts) {
        return digest(SPAN_BYTES, parts);
    }

    private static String digest(int bytes, String... parts) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\u0000", parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("traceId", traceId);
        json.writeStringField("spanId", spanId);
        if (!parentId.isEmpty()) {
            json.writeStringField("parentSpanId", parentId);
        }
        json.writeStringField("name", name);
        json.writeNumberField("kind", kind.number);
        json.writeStringField("startTimeUnixNano", Long.toString(startNs));
        json.writeStringField("endTimeUnixNano", Long.toString(endNs));
        attributes(json, attributes);
        if (sentNs > 0) {
            json.writeArrayFieldStart("events");
            json.writeStartObject();
            json.writeStringField("timeUnixNano", Long.toString(sentNs));
            json.writeStringField("name", "sent");
            json.writeEndObject();
            json.writeEndArray();
        }
        if (error != null) {
            json.writeObjectFieldStart("status");
            json.writeNumberField("code", STATUS_ERROR);
            json.writeStringField("message", error);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    /** Writes attributes as the value of the field of that name. */
    static void attributes(JsonGenerator json, Map<String, Object> attributes) throws IOException {
        json.writeArrayFieldStart("attributes");
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            if (attribute.getValue() != null) {
                json.writeStartObject();
                json.writeStringField("key", attribute.getKey());
                json.writeObjectFieldStart("value");
                value(json, attribute.getValue());
                json.writeEndObject();
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private static void value(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            json.writeStringField("intValue", value.toString());
        } else if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
            json.writeNumberField("doubleValue", number.doubleValue());
        } else if (value instanceof Boolean truth) {
            json.writeBooleanField("boolValue", truth);
        } else {
            json.writeStringField("stringValue", value.toString());
        }
    }
}
