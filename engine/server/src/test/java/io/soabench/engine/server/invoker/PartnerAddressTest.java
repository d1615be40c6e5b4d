package io.soabench.engine.server.invoker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses that come with messages: with any content, a request line must stay one line of ASCII. */
class PartnerAddressTest {
    @ParameterizedTest
    @CsvSource({"http://h/a?b=c, /a?b=c", "http://h, /", "http://h/ä/%20?ö=1, /%C3%A4/%20?%C3%B6=1", "http://h/#part, /"
    })
    void shouldWriteTargetsInAscii(String address, String target) {
        assertThat(PartnerAddress.parse(address).target()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://h/x\r\nEvil: 1",
                "http://h/x\nEvil: 1",
                "http://h/x y",
                "http://h\t/",
                "http://h:0/",
                "http://h:65536/",
                "http://[::1/",
                "ftp://h/",
                "http:///x",
                "h"
            })
    void shouldRefuseWhatIsNoUrl(String address) {
        assertThatThrownBy(() -> PartnerAddress.parse(address)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKnowWhetherTlsIsNeeded() {
        assertThat(PartnerAddress.parse("HTTPS://h/x").isSecure()).isTrue();
        assertThat(PartnerAddress.parse("http://h/x").isSecure()).isFalse();
    }

    /** Connections with and without TLS must not be mixed up. */
    @Test
    void shouldKeepHttpAndHttpsApart() {
        PartnerAddress secure = PartnerAddress.parse("https://h/");
        assertThat(secure.port()).isEqualTo(443);
        assertThat(secure.authority()).isEqualTo("h");
        assertThat(secure.place()).isEqualTo("h:443");
        assertThat(secure.key()).isNotEqualTo(PartnerAddress.parse("http://h/").key());
        assertThat(PartnerAddress.parse("https://h:80/").authority()).isEqualTo("h:80");
    }

    /** A user and a password must not be in messages, since these reach logs, reports and clients. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://user:secret@h/",
                "ftp://user:secret@h/",
                "http://user:secret@h:0/",
                "http://user:secret@h/x y",
                "http://us@er:secret@h\t/"
            })
    void shouldRefuseAUserAndNotPrintThePassword(String address) {
        assertThatThrownBy(() -> PartnerAddress.parse(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageContaining("//\u2026@h")
                .hasMessageNotContaining("secret");
    }

    @Test
    void shouldKnowHostAndPort() {
        assertThat(PartnerAddress.parse("http://h:81/").authority()).isEqualTo("h:81");
        assertThat(PartnerAddress.parse("http://h/").authority()).isEqualTo("h");
    }
}
