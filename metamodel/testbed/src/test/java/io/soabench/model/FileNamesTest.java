package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FileNamesTest {

    @Test
    void shouldNameLocaleThatLacksLetters() {
        assertThat(FileNames.problem("data/größe.xml", StandardCharsets.US_ASCII))
                .contains("file \"data/größe.xml\" has a name that Java cannot use in this locale, whose encoding is"
                        + " US-ASCII; set LC_ALL=C.UTF-8 and start again");
        assertThat(FileNames.problem("data/größe.xml", StandardCharsets.UTF_8)).isEmpty();
        assertThat(FileNames.problem("data/size.xml", StandardCharsets.US_ASCII))
                .isEmpty();
    }
}
