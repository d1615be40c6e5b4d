package io.soabench.engine.server.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Archives made of files. */
class ArchiveTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A durable engine compares the bytes of an archive to find that a process is deployed already. */
    @Test
    void shouldMakeTheSameArchiveOfTheSameFiles() throws RefusedDeploymentException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("b/c.wsdl", bytes("two"));
        files.put("a.bpel", bytes("one"));
        Map<String, byte[]> sameFiles = new LinkedHashMap<>();
        sameFiles.put("a.bpel", bytes("one"));
        sameFiles.put("b/c.wsdl", bytes("two"));

        byte[] archive = Archive.zip(files);

        assertThat(archive).isEqualTo(Archive.zip(sameFiles));
        assertThat(Archive.unzip(archive))
                .containsOnlyKeys("a.bpel", "b/c.wsdl")
                .satisfies(read -> {
                    assertThat(read.get("a.bpel")).isEqualTo(bytes("one"));
                    assertThat(read.get("b/c.wsdl")).isEqualTo(bytes("two"));
                });
        sameFiles.put("a.bpel", bytes("other"));
        assertThat(archive).isNotEqualTo(Archive.zip(sameFiles));
    }
}
