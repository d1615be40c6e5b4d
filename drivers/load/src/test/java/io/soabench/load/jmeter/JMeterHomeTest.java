package io.soabench.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("JMeterHome")
class JMeterHomeTest {

    @Test
    void shouldLeaveNothingWhenItIsClosed() throws IOException {
        JMeterHome home = JMeterHome.open();
        Path unpacked = home.folder();
        assertThat(unpacked.resolve("bin/jmeter.properties")).exists();
        home.close();
        assertThat(unpacked).doesNotExist();
        home.close();
    }
}
