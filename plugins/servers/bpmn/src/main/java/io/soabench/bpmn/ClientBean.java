package io.soabench.bpmn;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The client as expressions of a process see it: {@code ${client.answer(exchange, value …)}}. The answer is sent after the commit of the transaction
 * that computed it, so that an answered request is a completed one.
 */
public final class ClientBean {

    private final OpenExchanges exchanges;
    private final Consumer<Runnable> afterCommit;

    /**
     * Creates the bean.
     *
     * @param afterCommit runs something after the commit of the current transaction, and never after a rollback
     */
    public ClientBean(OpenExchanges exchanges, Consumer<Runnable> afterCommit) {
        this.exchanges = exchanges;
        this.afterCommit = afterCommit;
    }

    /** Answers with a message without values. */
    public void answer(long exchange) {
        send(exchange, List.of());
    }

    /** Answers with a message of one value. */
    public void answer(long exchange, Object a) {
        send(exchange, Arrays.asList(a));
    }

    /** Answers with a message of two values. */
    public void answer(long exchange, Object a, Object b) {
        send(exchange, Arrays.asList(a, b));
    }

    /** Answers with a message of three values. */
    public void answer(long exchange, Object a, Object b, Object c) {
        send(exchange, Arrays.asList(a, b, c));
    }

    /** Answers with a message of four values. */
    public void answer(long exchange, Object a, Object b, Object c, Object d) {
        send(exchange, Arrays.asList(a, b, c, d));
    }

    /** Answers with a message of five values. */
    public void answer(long exchange, Object a, Object b, Object c, Object d, Object e) {
        send(exchange, Arrays.asList(a, b, c, d, e));
    }

    /** Answers with a message of six values. */
    public void answer(long exchange, Object a, Object b, Object c, Object d, Object e, Object f) {
        send(exchange, Arrays.asList(a, b, c, d, e, f));
    }

    /**
     * Answers with a message of any number of values, from Java.
     *
     * @param values in document order
     */
    public void answerWith(long exchange, List<Object> values) {
        send(exchange, values);
    }

    private void send(long number, List<Object> values) {
        OpenExchanges.Exchange exchange = exchanges.find(number);
        if (exchange != null) {
            byte[] envelope = exchange.format().write(values);
            afterCommit.accept(() -> exchange.answer().complete(envelope));
        }
    }
}
