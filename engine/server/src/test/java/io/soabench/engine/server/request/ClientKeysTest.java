package io.soabench.engine.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.server.soap.RefusedSoapException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of requests. */
class ClientKeysTest {
    private static Addressing addressing(String messageId) {
        return new Addressing(Addressing.V10, messageId, null, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {"\"a b\" | a b", "a | a", "\"a\\\"b\\\\c\" | a\"b\\c", "urn:uuid:1 | urn:uuid:1"})
    void shouldReadTheHeader(String header, String key) throws RefusedSoapException {
        assertThat(ClientKeys.key(header, addressing("urn:other"))).isEqualTo("key " + key);
    }

    @Test
    void shouldTakeTheMessageIdElse() throws RefusedSoapException {
        assertThat(ClientKeys.key(null, addressing("urn:1"))).isEqualTo("id urn:1");
        assertThat(ClientKeys.key(null, addressing(" "))).isNull();
        assertThat(ClientKeys.key(null, addressing(null))).isNull();
        assertThat(ClientKeys.key(null, null)).isNull();
    }

    @Test
    void shouldRefuseWhatIsNoKey() {
        assertThatThrownBy(() -> ClientKeys.key("\"", null))
                .hasMessage("The Idempotency-Key begins with a quote, but does not end with one.");
        assertThatThrownBy(() -> ClientKeys.key("\"a", null))
                .hasMessage("The Idempotency-Key begins with a quote, but does not end with one.");
        assertThatThrownBy(() -> ClientKeys.key("", null)).hasMessage("The Idempotency-Key is empty.");
        assertThatThrownBy(() -> ClientKeys.key("x".repeat(257), null))
                .hasMessage("The Idempotency-Key is longer than 256 characters.");
    }
}
