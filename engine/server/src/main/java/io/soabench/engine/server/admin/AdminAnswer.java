package io.soabench.engine.server.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;

/**
 * An answer of the admin interface. Immutable, if its body is not changed.
 *
 * @param status the status of HTTP
 * @param body the content; null for none
 * @param allowed the methods that the path takes, if the status is 405; otherwise empty
 */
public record AdminAnswer(int status, JsonNode body, String allowed) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] NO_BYTES = {};

    /** Makes an answer with another status than 405. */
    public AdminAnswer(int status, JsonNode body) {
        this(status, body, "");
    }

    /** Returns an answer to a method that its path does not take. */
    static AdminAnswer notAllowed(String allowed, String sentence) {
        return new AdminAnswer(405, object().put("message", sentence), allowed);
    }

    /** Returns an answer that is one sentence. */
    public static AdminAnswer sentence(int status, String sentence) {
        return new AdminAnswer(status, object().put("message", sentence));
    }

    /** Returns the answer about the health of an engine that stops. */
    public static AdminAnswer stopping() {
        return sentence(503, "The engine stops: it takes no new clients, and waits for the end of its instances.");
    }

    /** Returns an empty object, to be filled. */
    public static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** Returns an empty list, to be filled. */
    public static ArrayNode array() {
        return JSON.createArrayNode();
    }

    /** Returns an answer that is a file of lines with commas (RFC 4180). */
    static AdminAnswer lines(String lines) {
        return new AdminAnswer(200, TextNode.valueOf(lines));
    }

    /** Returns the media type of the content. */
    String contentType() {
        return body instanceof TextNode ? "text/csv; charset=utf-8" : "application/json";
    }

    byte[] bytes() {
        try {
            if (body instanceof TextNode lines) {
                return lines.textValue().getBytes(StandardCharsets.UTF_8);
            }
            return body == null
                    ? NO_BYTES
                    : JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
