package io.soabench.engine.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpDateTest {
    /** The example of RFC 9110, section 5.6.7, and a day of two digits. */
    @Test
    void shouldWriteDaysWithTwoDigits() {
        assertThat(HttpDate.of(784_111_777_999L)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
        assertThat(HttpDate.of(0)).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
        assertThat(HttpDate.of(1_764_390_896_000L)).isEqualTo("Sat, 29 Nov 2025 04:34:56 GMT");
    }
}
