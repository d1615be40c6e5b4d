package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Map;

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

    /** The operation for a payload, told apart by SOAPAction where the payload is not enough; null when there is none. */
    ServiceOperation operation(Element payload, String soapAction) {
        ServiceOperation found = null;
        for (int i = 0; i < operations.size(); i++) {
            ServiceOperation candidate = operations.get(i);
            QualifiedName expected = candidate.input().payload();
            boolean fits = expected == null
                    ? payload == null
                    : payload != null && payload.is(expected.namespace(), expected.name());
            boolean named = !soapAction.isEmpty() && soapAction.equals(candidate.soapAction());
            if (fits && (found == null || named)) {
                found = candidate;
            }
        }
        return found;
    }
}
