package io.soabench.axis2;

import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes {@code service.aar} into a mock folder as README.md says. */
final class ServiceArchiveFixture {

    private ServiceArchiveFixture() {}

    static void write(Path mock) throws IOException {
        MockPlan plan = Json.read(mock.resolve("mock.json"), MockPlan.class);
        try (OutputStream out = Files.newOutputStream(mock.resolve("service.aar"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            entry(zip, "META-INF/services.xml", services(plan).getBytes(StandardCharsets.UTF_8));
            tree(zip, mock.resolve("wsdl"), "META-INF/");
            tree(zip, mock.resolve("answers"), "answers/");
            entry(zip, "mock.json", Files.readAllBytes(mock.resolve("mock.json")));
        }
    }

    static String services(MockPlan plan) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <service name="%s">
                  <description>SOABench mock of service %s, instance %d</description>
                  <parameter name="useOriginalwsdl">true</parameter>
                  <parameter name="modifyUserWSDLPortAddress">true</parameter>
                  <messageReceivers>
                    <messageReceiver mep="http://www.w3.org/ns/wsdl/in-out" class="io.soabench.axis2.TraceMessageReceiver"/>
                    <messageReceiver mep="http://www.w3.org/ns/wsdl/in-only" class="io.soabench.axis2.TraceInOnlyMessageReceiver"/>
                    <messageReceiver mep="http://www.w3.org/ns/wsdl/robust-in-only" class="io.soabench.axis2.TraceInOnlyMessageReceiver"/>
                  </messageReceivers>
                </service>
                """
                .formatted(plan.wsdlService(), plan.service(), plan.instance());
    }

    private static void tree(ZipOutputStream zip, Path folder, String prefix) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            entry(zip, prefix + folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
        }
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
