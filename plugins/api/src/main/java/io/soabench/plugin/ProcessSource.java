package io.soabench.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A white-box process before it is packaged for a certain server (B10 §3.2, §4.2).
 *
 * @param name of the process in the model
 * @param bpel path of the BPEL file within {@code documents}
 * @param documents all files that make up the process, by path relative to their common folder, {@code /} as separator,
 *     sorted
 * @param targetNamespace of the process definition
 * @param processName local name of the process definition
 * @param provided the partner links by which clients reach the process
 * @param invoked the partner links by which it calls its partners
 * @param registry where the engine may ask for other addresses of these partners, with placeholders as in {@link
 *     Invoked#address}; empty: nowhere
 * @param realisation path within {@code documents} of the file in the engine's language; empty for engines that run the BPEL file
 * @param operations by which clients start instances; empty for engines that run the BPEL file
 * @param definition id of the process in the {@code realisation} that is run; null where the file has no other
 */
public record ProcessSource(
        String name,
        String bpel,
        Map<String, Path> documents,
        String targetNamespace,
        String processName,
        List<Provided> provided,
        List<Invoked> invoked,
        String registry,
        String realisation,
        List<ServiceOperation> operations,
        String definition) {

    /** Creates a process for an engine that runs its BPEL file, and whose partners keep their addresses. */
    public ProcessSource(
            String name,
            String bpel,
            Map<String, Path> documents,
            String targetNamespace,
            String processName,
            List<Provided> provided,
            List<Invoked> invoked) {
        this(name, bpel, documents, targetNamespace, processName, provided, invoked, "", "", List.of(), null);
    }

    /**
     * A service of the process itself.
     *
     * @param link name of the partner link
     * @param serviceNamespace namespace of the WSDL service
     * @param service local name of the WSDL service
     * @param port name of its port
     */
    public record Provided(String link, String serviceNamespace, String service, String port) {}

    /**
     * A partner service that the process calls.
     *
     * @param link name of the partner link
     * @param serviceNamespace namespace of the WSDL service
     * @param service local name of the WSDL service
     * @param port name of its port
     * @param address of the partner; contains the placeholders {@code ${server.<name>.address}} and {@code
     *     ${server.<name>.port.<port>}}, which drivers replace when they place the package
     * @param operations that the process may call; empty for engines that run the BPEL file
     */
    public record Invoked(
            String link,
            String serviceNamespace,
            String service,
            String port,
            String address,
            List<ServiceOperation> operations) {

        /** Creates a partner for an engine that reads WSDL. */
        public Invoked(String link, String serviceNamespace, String service, String port, String address) {
            this(link, serviceNamespace, service, port, address, List.of());
        }
    }

    /**
     * Copies all documents into the folder of a package, under their paths, byte for byte.
     *
     * @param folder exists
     * @param own names of the files that the package adds itself; no document may have one of these paths
     * @throws IOException also when a document's path leads out of the folder or is one of {@code own}; the message is for the
     *     user
     */
    public void copyDocuments(Path folder, String... own) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            Path target = root.resolve(document.getKey()).normalize();
            if (!target.startsWith(root)
                    || List.of(own).contains(root.relativize(target).toString())) {
                throw new IOException("the document \"" + document.getKey() + "\" of process " + name
                        + " cannot be packaged under that path; keep documents below the folder of the process, and none"
                        + " named " + String.join(" or ", own));
            }
        }
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            Path target = root.resolve(document.getKey()).normalize();
            Files.createDirectories(target.getParent());
            Files.copy(document.getValue(), target);
        }
    }
}
