package io.soabench.activevos;

import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ProcessSource.Invoked;
import io.soabench.plugin.ProcessSource.Provided;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a business process archive ({@code .bpr}, a jar) for ActiveBPEL from 4.1 on and ActiveVOS. It has
 *
 * <ul>
 *   <li>the documents of the process in their folders,
 *   <li>{@code META-INF/catalog.xml} with the places of WSDL documents and schemas,
 *   <li>{@code META-INF/pdd/<process>.pdd} with the connection of each partner link.
 * </ul>
 *
 * <p>Source: the engine's file format description and user guides (descriptor namespace {@value #PDD}, catalogue
 * namespace {@value #CATALOG}, endpoint references of WS-Addressing 2003/03).
 */
final class BprPackage {

    static final String PDD = "http://schemas.active-endpoints.com/pdd/2006/08/pdd.xsd";
    static final String CATALOG = "http://schemas.active-endpoints.com/catalog/2006/07/catalog.xsd";
    static final String ADDRESSING = "http://schemas.xmlsoap.org/ws/2003/03/addressing";

    /** The prefix of the engine's name for a document of an archive. */
    private static final String PROJECT = "project:/";

    private static final String CATALOG_FILE = "META-INF/catalog.xml";
    private static final String MANIFEST_FILE = "META-INF/MANIFEST.MF";

    private final ProcessSource process;
    private final ProcessDocuments documents;

    private BprPackage(ProcessSource process, ProcessDocuments documents) {
        this.process = process;
        this.documents = documents;
    }

    /**
     * Writes the content of the archive, the same bytes each time.
     *
     * @param folder an empty folder
     * @throws IOException also when the engine could not run it; the message is for the user
     */
    static void write(ProcessSource process, Path folder) throws IOException {
        BprPackage written = new BprPackage(process, ProcessDocuments.read(process.documents()));
        String descriptor = descriptorFile(process.name());
        Map<String, String> files = new LinkedHashMap<>();
        files.put(MANIFEST_FILE, "Manifest-Version: 1.0\r\n\r\n");
        files.put(CATALOG_FILE, written.catalog());
        files.put(descriptor, written.descriptor());
        process.copyDocuments(folder, MANIFEST_FILE, CATALOG_FILE, descriptor);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
    }

    /** Returns the path of the process deployment descriptor in the archive. */
    static String descriptorFile(String process) {
        return "META-INF/pdd/" + process + ".pdd";
    }

    /**
     * Returns the service of a link that the process provides, {@code /active-bpel/services/<service>}. Names must
     * differ among all deployed processes.
     *
     * @param number of the link among those provided, from 0; the first is the clients'
     */
    static String service(String process, Provided link, int number) {
        return number == 0 ? process : process + "." + link.link();
    }

    private String catalog() {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<catalog xmlns=\"")
                .append(CATALOG)
                .append("\">\n");
        documents.wsdls().keySet().forEach(path -> text.append(entry("wsdlEntry", path)));
        documents.schemas().keySet().forEach(path -> text.append(entry("schemaEntry", path)));
        return text.append("</catalog>\n").toString();
    }

    private static String entry(String kind, String path) {
        return "  <%s location=\"%s\" classpath=\"%s\"/>\n".formatted(kind, escaped(PROJECT + path), escaped(path));
    }

    private String descriptor() throws IOException {
        boolean named = !process.targetNamespace().isEmpty();
        StringBuilder text = new StringBuilder(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <process xmlns="%s" xmlns:wsa="%s"%s
                    name="%s%s" location="%s">
                  <partnerLinks>
                """
                        .formatted(
                                PDD,
                                ADDRESSING,
                                named ? " xmlns:bpelns=\"" + escaped(process.targetNamespace()) + '"' : "",
                                named ? "bpelns:" : "",
                                process.processName(),
                                escaped(process.bpel())));
        for (Map.Entry<String, String> link : roles().entrySet()) {
            text.append("    <partnerLink name=\"%s\">\n".formatted(escaped(link.getKey())))
                    .append(link.getValue())
                    .append("    </partnerLink>\n");
        }
        text.append("  </partnerLinks>\n  <references>\n");
        documents.wsdls().forEach((path, namespace) -> text.append(reference("wsdl", path, namespace)));
        documents.schemas().forEach((path, namespace) -> text.append(reference("schema", path, namespace)));
        return text.append("  </references>\n</process>\n").toString();
    }

    /** Returns the connection of each link, partners first, as the descriptor's schema requires. */
    private Map<String, String> roles() throws IOException {
        Map<String, String> roles = new LinkedHashMap<>();
        for (Invoked link : process.invoked()) {
            documents.rpc(link.serviceNamespace(), link.service(), link.port(), process.name());
            roles.put(link.link(), partnerRole(link));
        }
        List<Provided> provided = process.provided();
        for (int number = 0; number < provided.size(); number++) {
            Provided link = provided.get(number);
            roles.merge(link.link(), myRole(link, number), String::concat);
        }
        return roles;
    }

    private static String partnerRole(Invoked link) {
        return """
                  <partnerRole endpointReference="static" invokeHandler="default:Address">
                    <wsa:EndpointReference xmlns:s="%s">
                      <wsa:Address>%s</wsa:Address>
                      <wsa:ServiceName PortName="%s">s:%s</wsa:ServiceName>
                    </wsa:EndpointReference>
                  </partnerRole>
            """
                .formatted(escaped(link.serviceNamespace()), escaped(link.address()), link.port(), link.service());
    }

    private String myRole(Provided link, int number) throws IOException {
        boolean rpc = documents.rpc(link.serviceNamespace(), link.service(), link.port(), process.name());
        return "      <myRole allowedRoles=\"\" binding=\"%s\" service=\"%s\"/>\n"
                .formatted(rpc ? "RPC-LIT" : "MSG", escaped(service(process.name(), link, number)));
    }

    private static String reference(String kind, String path, String namespace) {
        return "    <%s location=\"%s\" namespace=\"%s\"/>\n"
                .formatted(kind, escaped(PROJECT + path), escaped(namespace));
    }

    /** Returns the text as content of an attribute in double quotes or of an element. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
