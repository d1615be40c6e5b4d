package io.soabench.analyzer.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class UiidKeyTest {

    private static long key(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return UiidKey.key(bytes, 0, bytes.length, "office".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldComeBackWhenItIsOfTheWorkload() {
        for (String uiid :
                new String[] {"office.1.1", "office.3.17", "office.200.99999~2", "office.4000000.500000000~4000"}) {
            assertThat(key(uiid)).isPositive();
            assertThat(UiidKey.text(key(uiid), "office")).isEqualTo(uiid);
        }
    }

    @Test
    void shouldBeAHashWhenItIsOfAnotherForm() {
        for (String uiid : new String[] {
            "",
            "office",
            "office.",
            "office.1",
            "office.1.",
            "office.1.2~",
            "office.1.2.3",
            "web.1.1",
            "office.1.x",
            "offices.1.1",
            "office.99999999999.1",
            "office.1.1~9999"
        }) {
            assertThat(key(uiid)).as(uiid).isNegative();
        }
    }

    @Test
    void shouldDifferWhenIdentifiersDiffer() {
        Map<Long, String> keys = new HashMap<>();
        for (int client = 1; client <= 100; client++) {
            for (int n = 1; n <= 100; n++) {
                for (String lap : new String[] {"", "~2", "~3"}) {
                    String uiid = "office." + client + "." + n + lap;
                    assertThat(keys.put(key(uiid), uiid)).as(uiid).isNull();
                    assertThat(keys.put(key("x" + uiid), "x" + uiid))
                            .as("x" + uiid)
                            .isNull();
                }
            }
        }
    }

    @Test
    void shouldFindEachKeyWhenTheIndexIsFull() {
        LongIndex index = new LongIndex(1_000);
        for (int i = 0; i < 1_000; i++) {
            assertThat(index.add(i * 1_024L, i)).isTrue();
        }
        assertThat(index.add(5 * 1_024L, 77)).isFalse();
        for (int i = 0; i < 1_000; i++) {
            assertThat(index.of(i * 1_024L)).isEqualTo(i);
        }
        assertThat(index.of(3)).isEqualTo(-1);
    }
}
