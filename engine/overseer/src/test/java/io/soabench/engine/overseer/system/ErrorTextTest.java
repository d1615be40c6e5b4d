package io.soabench.engine.overseer.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The texts of errors, in whatever language the tests run. */
class ErrorTextTest {
    /** No space is left: {@code asm-generic/errno-base.h}. */
    private static final int ENOSPC = 28;

    @BeforeEach
    void requireSystemCalls() {
        assumeTrue(Linux.availability().isAvailable(), Linux.availability().toString());
    }

    @Test
    void shouldHaveTheTextOfAnErrorAsJavaHasIt() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a device that is always full");
        try (FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE)) {
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(Linux.strerror(ENOSPC));
        }
    }

    @Test
    void shouldHaveAnotherTextForAQuota() {
        assertThat(Linux.strerror(Errno.EDQUOT))
                .isNotBlank()
                .isNotEqualTo(Linux.strerror(ENOSPC))
                .doesNotContain(Integer.toString(Errno.EDQUOT));
        assertThat(Errno.name(Errno.EDQUOT)).isEqualTo("EDQUOT");
    }
}
