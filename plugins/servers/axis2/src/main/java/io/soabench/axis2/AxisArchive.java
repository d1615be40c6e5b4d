package io.soabench.axis2;

import io.soabench.plan.MockPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The Axis2 service archive of a mock (README.md). The class needs none of Axis2's libraries. */
final class AxisArchive {

    /** The name of the archive in the folder of a mock. */
    static final String FILE = "service.aar";

    private AxisArchive() {}

    /**
     * Writes the archive.
     *
     * @param documents the WSDL and its imports: files by path within the mock's folder
     * @param entries further entries: content by name
     */
    static void write(Path file, MockPlan plan, Map<String, Path> documents, Map<String, byte[]> entries)
            throws IOException {
        Map<String, byte[]> all = new TreeMap<>(entries);
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            String entry = entry(plan.wsdl(), document.getKey()).toString().replace('\\', '/');
            all.put(entry, Files.readAllBytes(document.getValue()));
        }
        all.put("META-INF/services.xml", services(plan).getBytes(StandardCharsets.UTF_8));
        StableZip.write(file, all);
    }

    /**
     * Returns the first document for which an archive has no place, because the document is more than one folder above
     * the WSDL.
     *
     * @param wsdl path of the WSDL in the mock's folder
     * @param documents paths of all documents there
     */
    static Optional<String> misplaced(String wsdl, Collection<String> documents) {
        return documents.stream()
                .filter(document -> entry(wsdl, document).startsWith(".."))
                .findFirst();
    }

    private static Path entry(String wsdl, String document) {
        return Path.of("META-INF")
                .resolve(Path.of(wsdl).getParent().relativize(Path.of(document)))
                .normalize();
    }

    private static String services(MockPlan plan) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <service name="%s">
                  <description>SOABench mock of service %s, instance %s</description>
                  <parameter name="useOriginalwsdl">true</parameter>
                  <parameter name="modifyUserWSDLPortAddress">true</parameter>
                  <messageReceivers>
                    <messageReceiver mep="http://www.w3.org/ns/wsdl/in-out" class="io.soabench.axis2.TraceMessageReceiver"/>
                    <messageReceiver mep="http://www.w3.org/ns/wsdl/in-only" class="io.soabench.axis2.TraceInOnlyMessageReceiver"/>
                    <messageReceiver mep="http://www.w3.org/ns/wsdl/robust-in-only" class="io.soabench.axis2.TraceInOnlyMessageReceiver"/>
                  </messageReceivers>
                </service>
                """
                .formatted(
                        escaped(plan.wsdlService()),
                        escaped(plan.service()),
                        // As text: a number would be written in the digits of the locale.
                        Integer.toString(plan.instance()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
