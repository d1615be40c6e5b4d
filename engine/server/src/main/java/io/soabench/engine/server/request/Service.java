package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The service of a deployed process at one path. Immutable.
 *
 * @param path the absolute path, without query
 * @param deployment the process
 * @param operations the operations at this path
 * @param documents the documents for {@code ?wsdl} and {@code ?resource=…}, by query
 */
public record Service(
        String path, Deployment deployment, List<ServiceOperation> operations, Map<String, byte[]> documents) {
    private static final String HTTPS = "https://";
    private static final Pattern AUTHORITY = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");

    /** Copies the collections. */
    public Service {
        operations = List.copyOf(operations);
        documents = Map.copyOf(documents);
    }

    /**
     * Returns true if every message for this path creates an instance. Such a message can be refused before it is read.
     */
    boolean onlyStarts() {
        for (int i = 0; i < operations.size(); i++) {
            if (Kernel.mayBeAwaited(deployment, operations.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a document with the addresses by which its reader has reached the engine. Behind a proxy, or if the
     * engine listens on all addresses, only the reader has this address.
     *
     * @param host the authority that the client has sent; ignored if it has another form
     */
    byte[] addressed(byte[] document, String host) {
        String own = operations.isEmpty()
                ? ""
                : deployment.ownAddress(operations.get(0).partnerLink());
        if (!own.endsWith(path) || !AUTHORITY.matcher(host).matches()) {
            return document;
        }
        String reached = (own.startsWith(HTTPS) ? HTTPS : "http://") + host + path;
        return reached.equals(own)
                ? document
                : new String(document, StandardCharsets.UTF_8)
                        .replace(own, reached)
                        .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the operation for a payload. The action decides only among several operations with the same payload,
     * since it is a hint (WS-I Basic Profile 1.1, R1109). It decides for the operation whose binding has it, or else
     * for the operation whose name is its last word, as many clients write it. If it names no operation, or its last
     * word names several, the first operation with the payload is the result.
     *
     * @param payload the first element of the body; null for an empty body
     * @param action the SOAPAction, or the action of SOAP 1.2; empty for none
     * @return null if there is none
     */
    ServiceOperation operation(Element payload, Supplier<String> action) {
        ServiceOperation first = null;
        for (int i = 0; i < operations.size(); i++) {
            ServiceOperation candidate = operations.get(i);
            if (fits(candidate, payload)) {
                if (first != null) {
                    return byAction(payload, action.get(), first);
                }
                first = candidate;
            }
        }
        return first;
    }

    private static boolean fits(ServiceOperation candidate, Element payload) {
        QualifiedName expected = candidate.input().payload();
        return expected == null
                ? payload == null
                : payload != null && payload.is(expected.namespace(), expected.name());
    }

    private ServiceOperation byAction(Element payload, String action, ServiceOperation otherwise) {
        for (ServiceOperation candidate : operations) {
            if (!action.isEmpty() && action.equals(candidate.soapAction()) && fits(candidate, payload)) {
                return candidate;
            }
        }
        ServiceOperation ending = null;
        for (ServiceOperation candidate : operations) {
            if (endsWith(action, candidate) && fits(candidate, payload)) {
                if (ending != null) {
                    return otherwise;
                }
                ending = candidate;
            }
        }
        return ending == null ? otherwise : ending;
    }

    /**
     * Returns true if the last word of an action is the name of an operation, with or without the suffix
     * {@code Request} of WS-Addressing.
     */
    static boolean endsWith(String action, ServiceOperation candidate) {
        return isLastWord(action, candidate.name()) || isLastWord(action, candidate.name() + "Request");
    }

    private static boolean isLastWord(String action, String name) {
        if (action.equals(name)) {
            return true;
        }
        int before = action.length() - name.length() - 1;
        return before >= 0 && action.endsWith(name) && "/:#.".indexOf(action.charAt(before)) >= 0;
    }
}
