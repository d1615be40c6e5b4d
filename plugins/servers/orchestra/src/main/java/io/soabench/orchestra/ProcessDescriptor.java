package io.soabench.orchestra;

import java.util.List;

/**
 * The file of a package with the settings that the documents of the process leave open.
 *
 * @param process path of the BPEL file in the package
 * @param path where the process is offered
 * @param provided the ports by which clients and partners reach the process; the first is the clients'
 * @param partners the ports by which it reaches its partners, by partner link
 */
public record ProcessDescriptor(String process, String path, List<Port> provided, List<Port> partners) {

    /** Name of the file in the package's root. */
    public static final String FILE = "soabench-orchestra.json";

    /**
     * A port of a WSDL service.
     *
     * @param link the partner link that it stands for
     * @param namespace of the service
     * @param service local name of the service
     * @param port local name of the port
     * @param address where it answers; empty for what the process itself provides
     */
    public record Port(String link, String namespace, String service, String port, String address) {}
}
