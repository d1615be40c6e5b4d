package io.soabench.axis2;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.MockPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the archive contains; that Axis2 deploys it is tested in {@link ServiceArchiveIT}. */
class AxisArchiveTest {

    @TempDir
    Path temp;

    private static MockPlan plan(String wsdl) {
        return new MockPlan(
                "quo&tes",
                2,
                "quotes-2",
                wsdl,
                "urn:q",
                "QuoteService",
                "QuotePort",
                new MockPlan.UiidSource(MockPlan.UiidSource.Kind.ARRIVAL, List.of(), List.of(), ""),
                List.of());
    }

    @Test
    void shouldPutTheMainDocumentDirectlyIntoMetaInf() throws IOException {
        Path source = Files.writeString(temp.resolve("source"), "<x/>");
        Path archive = temp.resolve("service.aar");

        AxisArchive.write(
                archive,
                plan("wsdl/main/quote.wsdl"),
                Map.of(
                        "wsdl/main/quote.wsdl", source,
                        "wsdl/main/types/a.xsd", source,
                        "wsdl/common/b.xsd", source),
                Map.of("mock.json", "{}".getBytes(StandardCharsets.UTF_8)));

        try (ZipFile zip = new ZipFile(archive.toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName))
                    .containsExactly(
                            "META-INF/quote.wsdl",
                            "META-INF/services.xml",
                            "META-INF/types/a.xsd",
                            "common/b.xsd",
                            "mock.json");
            String services = new String(
                    zip.getInputStream(zip.getEntry("META-INF/services.xml")).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(services)
                    .contains("<service name=\"QuoteService\">")
                    .contains("service quo&amp;tes, instance 2<")
                    .contains("io.soabench.axis2.TraceMessageReceiver")
                    .contains("io.soabench.axis2.TraceInOnlyMessageReceiver");
        }
    }

    @Test
    void shouldNameWhatLiesTooFarAbove() {
        assertThat(AxisArchive.misplaced("wsdl/a/b/quote.wsdl", List.of("wsdl/a/b/quote.wsdl", "wsdl/c.xsd")))
                .contains("wsdl/c.xsd");
        assertThat(AxisArchive.misplaced("wsdl/a/quote.wsdl", List.of("wsdl/a/quote.wsdl", "wsdl/c.xsd")))
                .isEmpty();
    }
}
