package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class DescriptorParametersTest {

    private static byte[] zip(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static Map<String, String> unzip(byte[] archive) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    private static Map<String, String> deployed(DescriptorParameters bundle) throws IOException {
        return unzip(bundle.of(zip(Map.of("deploy.xml", ProcessFixture.text("golden/deploy.xml"), "a/x.bpel", "ü"))));
    }

    @Test
    void shouldSayInMemoryAndFaultWhenTheServerIsSo() throws IOException {
        Map<String, String> files = deployed(new DescriptorParameters(true, true));

        assertThat(files).hasSize(2).containsEntry("a/x.bpel", "ü");
        assertThat(files.get("deploy.xml"))
                .contains("<dd:in-memory>true</dd:in-memory>", "name=\"p:Exchange\"")
                .containsSubsequence(
                        "<dd:invoke partnerLink=\"first\">",
                        "<dd:service xmlns:e=\"urn:test:rates\" name=\"e:first-invoked\" port=\"port\"/>",
                        "<r:failureHandling xmlns:r=\"http://ode.apache.org/activityRecovery\">",
                        "<r:faultOnFailure>true</r:faultOnFailure>",
                        "<dd:invoke partnerLink=\"second\">",
                        "<r:faultOnFailure>true</r:faultOnFailure>");
    }

    @Test
    void shouldSayPersistentAndNothingOfFailuresWhenTheServerIsSo() throws IOException {
        assertThat(deployed(new DescriptorParameters(false, false)).get("deploy.xml"))
                .contains("<dd:in-memory>false</dd:in-memory>")
                .doesNotContain("failureHandling");
    }

    @Test
    void shouldRefuseWhatIsNoPackage() {
        assertThatThrownBy(() -> new DescriptorParameters(true, true).of(zip(Map.of("a/deploy.xml", "<x/>"))))
                .isInstanceOf(IOException.class)
                .hasMessage("the package has no deploy.xml in its root folder");
        assertThatThrownBy(() -> new DescriptorParameters(true, true).of(zip(Map.of("deploy.xml", "<x/>"))))
                .isInstanceOf(IOException.class)
                .hasMessage("deploy.xml has no element in-memory");
        assertThatThrownBy(() -> new DescriptorParameters(true, true).of(zip(Map.of("deploy.xml", "<x>"))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("deploy.xml cannot be read: ");
    }

    /** A file that is cut off would be deployed as a damaged one. */
    @Test
    void shouldRefuseAPackageThatUnpacksToMoreThanItsLimit() throws IOException {
        String descriptor = ProcessFixture.text("golden/deploy.xml");
        Map<String, String> files = new LinkedHashMap<>();
        files.put("deploy.xml", descriptor);
        files.put("a/first.bpel", "x".repeat(100));
        files.put("a/second.bpel", "x".repeat(100));
        int bytes = descriptor.getBytes(StandardCharsets.UTF_8).length + 200;
        DescriptorParameters parameters = new DescriptorParameters(true, true);

        assertThat(unzip(parameters.of(zip(files), bytes))).containsEntry("a/second.bpel", "x".repeat(100));
        assertThatThrownBy(() -> parameters.of(zip(files), bytes - 1))
                .isInstanceOf(IOException.class)
                .hasMessage("the files of the package have more than " + (bytes - 1)
                        + " bytes together; leave out files that the process does not need");
    }
}
