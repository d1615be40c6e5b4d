package io.soabench.engine.server.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice of a transport, and the sentences about it. */
class TransportChoiceTest {
    /** Returns no obstacle, for a machine that has all transports. */
    private static Optional<String> nothing(Transport transport) {
        return Optional.empty();
    }

    private static Function<Transport, Optional<String>> without(Transport missing, String reason) {
        Map<Transport, String> obstacles = Map.of(missing, reason);
        return transport -> Optional.ofNullable(obstacles.get(transport));
    }

    @ParameterizedTest
    @EnumSource
    void shouldUseWhatIsWishedWhereItIs(Transport transport) throws TransportException {
        TransportOption wish = TransportOption.valueOf(transport.name());

        TransportChoice choice = TransportChoice.of(wish, TransportChoiceTest::nothing);

        assertThat(choice.transport()).isEqualTo(transport);
        assertThat(choice.reason()).isEqualTo("--transport " + wish.text() + ": it is used.");
    }

    @Test
    void shouldUseTheFastestWhenTheMachineDecides() throws TransportException {
        TransportChoice choice = TransportChoice.of(TransportOption.AUTO, TransportChoiceTest::nothing);

        assertThat(choice.transport()).isEqualTo(Transport.IO_URING);
        assertThat(choice.reason())
                .isEqualTo("--transport auto: io_uring, the first of io_uring and nio that this machine has.");
    }

    @Test
    void shouldSayWhyTheFastestIsNotUsed() throws TransportException {
        TransportChoice choice =
                TransportChoice.of(TransportOption.AUTO, without(Transport.IO_URING, "Operation not permitted"));

        assertThat(choice.transport()).isEqualTo(Transport.NIO);
        assertThat(choice.reason())
                .isEqualTo("--transport auto: nio, since io_uring is not available on this machine: Operation not"
                        + " permitted.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.18.0-553.el8", "5.9.1", "5.10.0-28-amd64", "5.13.19"})
    void shouldNotUseIoUringWhereItsMemoryIsLimited(String linux) {
        assertThat(Transport.tooOld(linux)).hasMessage("Linux " + linux + " is older than 5.14");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.14.0-427.el9", "5.15.0-91-generic", "6.1", "10.0", "of somebody's own"})
    void shouldUseIoUringWhereNothingSpeaksAgainstIt(String linux) {
        assertThat(Transport.tooOld(linux)).isNull();
    }

    @Test
    void shouldRefuseWhatTheMachineDoesNotHave() {
        assertThatThrownBy(() -> TransportChoice.of(
                        TransportOption.IO_URING, without(Transport.IO_URING, "Operation not permitted")))
                .isInstanceOf(TransportException.class)
                .hasMessage("transport=io_uring is not available on this machine: Operation not permitted;"
                        + " use --transport nio, or auto");
    }

    @Test
    void shouldHaveJavasOwnSocketsEverywhere() {
        assertThat(Transport.NIO.obstacle()).isEmpty();
    }

    @Test
    void shouldSayTheInnermostReasonInOneLine() {
        Throwable nested = new IllegalStateException(
                "failed to create a child event loop",
                new RuntimeException("could not load", new UnsatisfiedLinkError("no such library\n\tmore of it")));

        assertThat(Transport.reason(nested)).isEqualTo("no such library");
        assertThat(Transport.reason(new IllegalStateException("x", new NullPointerException())))
                .isEqualTo("NullPointerException");
    }

    @Test
    void shouldTellAFarewellFromOtherBytes() {
        assertThat(farewell("HTTP/1.1 408 Request Timeout")).isTrue();
        assertThat(farewell("HTTP/1.1 200 OK")).isFalse();
        assertThat(farewell("HTTP/1.1 40")).isFalse();
    }

    private static boolean farewell(String text) {
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        return SocketProbe.isTimeoutResponse(bytes, bytes.length);
    }
}
