package io.soabench.load.http;

import io.soabench.load.input.Trace;
import java.nio.charset.StandardCharsets;

/** Exchanges that wait, as a thread of JMeter makes them. */
class ExchangeTest extends ExchangeContract {

    private static final byte[] UIID = "office.3.17~2".getBytes(StandardCharsets.US_ASCII);

    static final class Waiting implements Client {

        private final Connections connections;
        private final Exchange exchange;

        Waiting(Terms terms, ServerAddress address) {
            connections = new Connections(address, CLOCK, Connections.UNLIMITED);
            exchange = new Exchange(
                    new Exchange.Setting(terms.requests(), connections, true, true, CLOCK, terms.timeOutMs()));
        }

        @Override
        public Exchanged call() {
            exchange.run(0, Trace.NO_ROW, UIID, UIID.length, CLOCK.epochNanos());
            return new Exchanged(
                    exchange.outcome(),
                    exchange.status(),
                    exchange.bytesOut(),
                    exchange.bytesIn(),
                    exchange.endNs(),
                    exchange.detail());
        }

        @Override
        public void stop() {
            connections.stop();
        }

        @Override
        public int connections() {
            return connections.count();
        }

        @Override
        public long closeFailures() {
            return connections.closeFailures();
        }

        @Override
        public void close() {
            connections.close();
        }
    }

    @Override
    protected Client client(Terms terms) {
        return new Waiting(terms, terms.address());
    }
}
