package io.soabench.bpmn;

import io.soabench.front.SoapFault;
import io.soabench.messages.MessageFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The requests that wait for the answers of their instances, by the number that a process variable carries. Safe for use by many threads. */
public final class OpenExchanges {

    /** Name of the process variable. */
    public static final String VARIABLE = "exchange";

    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Exchange> open = new ConcurrentHashMap<>();

    /**
     * A request that waits.
     *
     * @param number of the exchange
     * @param answer to be completed with the envelope
     * @param format of the answer
     */
    record Exchange(long number, CompletableFuture<byte[]> answer, MessageFormat format) {}

    /** Opens an exchange. It ends by itself when its answer is complete. */
    Exchange open(MessageFormat format) {
        long number = numbers.incrementAndGet();
        Exchange exchange = new Exchange(number, new CompletableFuture<>(), format);
        open.put(number, exchange);
        var unused = exchange.answer().whenComplete((envelope, thrown) -> open.remove(number));
        return exchange;
    }

    /**
     * Returns the exchange of a number.
     *
     * @return {@code null} when its client has an answer already, or has gone
     */
    Exchange find(long number) {
        return open.get(number);
    }

    /** Answers a client with a fault, when it still waits: its instance ended without an answer. */
    public void fail(long number, String sentence) {
        Exchange exchange = open.get(number);
        if (exchange != null) {
            exchange.answer().completeExceptionally(new SoapFault(SoapFault.Code.SERVER, sentence));
        }
    }
}
