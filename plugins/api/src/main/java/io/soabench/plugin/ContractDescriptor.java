package io.soabench.plugin;

import io.soabench.plan.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The file of a package that connects a process with its contract, for engines that read no WSDL.
 *
 * @param process path of the process file in the package
 * @param path of the HTTP address where the process is offered
 * @param operations by which clients start instances
 * @param partners in the order of the model
 * @param definition id of the process in the process file that is run; null where the file has no other
 */
public record ContractDescriptor(
        String process, String path, List<ServiceOperation> operations, List<Partner> partners, String definition) {

    /** Creates the descriptor of a process whose file has no other. */
    public ContractDescriptor(String process, String path, List<ServiceOperation> operations, List<Partner> partners) {
        this(process, path, operations, partners, null);
    }

    /** Name of the file in the package's root. */
    public static final String FILE = "soabench-contract.json";

    /**
     * A partner.
     *
     * @param name by which the process file knows it
     * @param address URI of the service
     */
    public record Partner(String name, String address, List<ServiceOperation> operations) {}

    /** Returns the descriptor of a process. */
    public static ContractDescriptor of(ProcessSource process, String path) {
        return new ContractDescriptor(
                process.realisation(),
                path,
                process.operations(),
                process.invoked().stream()
                        .map(each -> new Partner(each.link(), each.address(), each.operations()))
                        .toList(),
                process.definition());
    }

    /**
     * Writes the package of a process: its documents and this file.
     *
     * @param folder exists and is empty
     * @throws IOException also when a document has the name of this file; the message is for the user
     */
    public static void writePackage(ProcessSource process, String path, Path folder) throws IOException {
        process.copyDocuments(folder, FILE);
        Json.write(folder.resolve(FILE), of(process, path));
    }
}
