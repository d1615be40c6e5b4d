package io.soabench.driver;

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
 */
public record ProcessSource(
        String name,
        String bpel,
        Map<String, Path> documents,
        String targetNamespace,
        String processName,
        List<Provided> provided,
        List<Invoked> invoked) {

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
     * A partner.
     *
     * @param link name of the partner link
     * @param serviceNamespace namespace of the WSDL service
     * @param service local name of the WSDL service
     * @param port name of its port
     * @param address where it answers; contains the placeholders {@code ${server.<name>.address}} and {@code
     *     ${server.<name>.port.<port>}}, which drivers replace when they place the package
     */
    public record Invoked(String link, String serviceNamespace, String service, String port, String address) {}
}
