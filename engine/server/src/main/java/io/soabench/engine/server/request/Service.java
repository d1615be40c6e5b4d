package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a deployed process offers at one path.
 *
 * @param path absolute path, without query
 * @param deployment the process
 * @param operations the operations found here
 * @param documents what {@code ?wsdl} and {@code ?resource=…} answer, by query
 */
public record Service(
        String path, Deployment deployment, List<ServiceOperation> operations, Map<String, byte[]> documents) {
    /** Copies the collections. */
    public Service {
        operations = List.copyOf(operations);
        documents = Map.copyOf(documents);
    }

    /**
     * The operation for a payload. The action is looked at only where several operations take the same payload (WS-I Basic
     * Profile 1.1, R1109: it is a hint); if it names none of them, the first one is meant.
     *
     * @param action SOAPAction, or the action of SOAP 1.2; empty for none
     * @return null when there is none
     */
    ServiceOperation operation(Element payload, Supplier<String> action) {
        ServiceOperation found = null;
        boolean ambiguous = false;
        for (int i = 0; i < operations.size(); i++) {
            ServiceOperation candidate = operations.get(i);
            if (fits(candidate, payload)) {
                ambiguous = found != null;
                found = found == null ? candidate : found;
                if (ambiguous) {
                    break;
                }
            }
        }
        return ambiguous ? named(payload, action.get(), found) : found;
    }

    private static boolean fits(ServiceOperation candidate, Element payload) {
        QualifiedName expected = candidate.input().payload();
        return expected == null
                ? payload == null
                : payload != null && payload.is(expected.namespace(), expected.name());
    }

    private ServiceOperation named(Element payload, String action, ServiceOperation otherwise) {
        for (ServiceOperation candidate : operations) {
            if (!action.isEmpty() && action.equals(candidate.soapAction()) && fits(candidate, payload)) {
                return candidate;
            }
        }
        return otherwise;
    }
}
