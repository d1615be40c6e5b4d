package io.soabench.analyzer.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Networks that can be computed by hand. */
final class QueueingNetworkTest {

    private static final double CLOSE = 1e-9;

    /** Lazowska et al., "Quantitative System Performance", 1984, the recursion by hand: D = 2, delay 3, think 5. */
    @Test
    void shouldBeExactWithOneProcessor() {
        QueueingNetwork network = new QueueingNetwork(1, 0, 2, 3);

        QueueingNetwork.State one = network.closed(1, 5);
        assertThat(one.responseS()).isCloseTo(5, within(CLOSE));
        assertThat(one.perS()).isCloseTo(0.1, within(CLOSE));
        // Queue of one client: 0.1 * 2 = 0.2; so 2 * 1.2 = 2.4 with two.
        QueueingNetwork.State two = network.closed(2, 5);
        assertThat(two.responseS()).isCloseTo(5.4, within(CLOSE));
        assertThat(two.perS()).isCloseTo(2 / 10.4, within(CLOSE));
        assertThat(two.utilisation()).isCloseTo(4 / 10.4, within(CLOSE));
        assertThat(network.closed(1000, 5).perS()).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void shouldBeThatOfMM1WhenLoadIsOpen() {
        // M/M/1 with service 2 and rate 0.25: 2 / (1 - 0.5) = 4, and the delay of 3.
        QueueingNetwork network = new QueueingNetwork(1, 0, 2, 3);

        assertThat(network.open(0.25).responseS()).isCloseTo(7, within(CLOSE));
        assertThat(network.open(0.5).responseS()).isInfinite();
        assertThat(network.open(0.6).perS()).isCloseTo(0.5, within(CLOSE));
    }

    @Test
    void shouldServeTwiceAsMuchWithTwoProcessorsAndAreNoFasterAlone() {
        QueueingNetwork network = new QueueingNetwork(2, 0, 2, 3);

        assertThat(network.capacity()).isCloseTo(1, within(CLOSE));
        assertThat(network.closed(1, 5).responseS()).isCloseTo(5, within(CLOSE));
        assertThat(new QueueingNetwork(2, 0.5, 2, 3).capacity()).isCloseTo(0.75, within(CLOSE));
    }

    /** y = 0.1 + 0.01 x exactly; and a line that would begin below zero goes through the origin: Σxy / Σx². */
    @Test
    void shouldFindSlopeAndBackground() {
        ProcessorDemand demand = ProcessorDemand.of(List.of(
                new ProcessorDemand.Use(10, 0.2), new ProcessorDemand.Use(20, 0.3), new ProcessorDemand.Use(30, 0.4)));
        assertThat(demand.seconds()).isCloseTo(0.01, within(CLOSE));
        assertThat(demand.background()).isCloseTo(0.1, within(CLOSE));

        ProcessorDemand through =
                ProcessorDemand.of(List.of(new ProcessorDemand.Use(10, 0.05), new ProcessorDemand.Use(20, 0.2)));
        assertThat(through.seconds()).isCloseTo(4.5 / 500, within(CLOSE));
        assertThat(through.background()).isZero();
    }
}
