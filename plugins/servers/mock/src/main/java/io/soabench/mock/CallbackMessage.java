package io.soabench.mock;

import io.soabench.plan.MockPlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** The message of a callback with the values of a request in it. Immutable, safe for use by many threads. */
final class CallbackMessage {

    private static final String BODY = "<soapenv:Body";

    private final MockPlan.Callback plan;
    private final AnswerTemplate template;
    private final CallbackScanner scanner;

    /**
     * Creates the message.
     *
     * @param template the envelope with placeholders
     */
    CallbackMessage(MockPlan.Callback plan, AnswerTemplate template) {
        this.plan = plan;
        this.template = template;
        scanner = new CallbackScanner(plan.copies());
    }

    MockPlan.Callback plan() {
        return plan;
    }

    /** Returns the same message with another default address. */
    CallbackMessage calling(String address) {
        return new CallbackMessage(
                new MockPlan.Callback(plan.operation(), plan.soapAction(), address, plan.message(), plan.copies()),
                template);
    }

    /** Reads from a request the values that the callback needs. */
    CallbackScanner.Found read(byte[] bytes, int length, String charset) {
        return scanner.read(bytes, length, charset);
    }

    /** Returns the target address; empty when there is none. */
    String address(CallbackScanner.Found found) {
        return found.replyTo().isEmpty() ? plan.address() : found.replyTo();
    }

    /**
     * Returns the envelope, with headers of WS-Addressing when the request uses it.
     *
     * @param request reply to the request that the callback belongs to
     */
    String envelope(CallbackScanner.Found found, PlannedReply request) {
        String filled =
                new String(template.answer(request.uiid(), request.step()).bytes(), StandardCharsets.UTF_8);
        List<String> values = found.values();
        for (int i = 0; i < values.size(); i++) {
            filled = filled.replace(MockPlan.Callback.placeholder(i), SoapFaults.escaped(values.get(i)));
        }
        int body = filled.indexOf(BODY);
        return found.replyTo().isEmpty() || body < 0
                ? filled
                : filled.substring(0, body) + header(found) + filled.substring(body);
    }

    private String header(CallbackScanner.Found found) {
        StringBuilder header = new StringBuilder("<soapenv:Header>");
        block(header, found, "To", found.replyTo());
        block(header, found, "Action", plan.soapAction().isEmpty() ? "urn:" + plan.operation() : plan.soapAction());
        block(header, found, "MessageID", "urn:uuid:" + UUID.randomUUID());
        if (!found.messageId().isEmpty()) {
            block(header, found, "RelatesTo", found.messageId());
        }
        return header.append("</soapenv:Header>").toString();
    }

    private static void block(StringBuilder header, CallbackScanner.Found found, String name, String value) {
        header.append("<wsa:")
                .append(name)
                .append(" xmlns:wsa=\"")
                .append(found.addressing())
                .append("\">")
                .append(SoapFaults.escaped(value))
                .append("</wsa:")
                .append(name)
                .append('>');
    }
}
