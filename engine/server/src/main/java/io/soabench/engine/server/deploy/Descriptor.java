package io.soabench.engine.server.deploy;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.soabench.contracts.source.Problem;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * {@code soabench-process.json}: what the documents of a process do not say.
 *
 * @param process the BPEL file, null for the only one
 * @param partners address by name of the partner link
 * @param registry where other addresses of partners are found; null for nowhere
 * @param service where the process is offered
 * @param headers HTTP headers of calls, by name of the partner link and of the header
 */
record Descriptor(
        String process,
        Map<String, String> partners,
        Registry registry,
        Service service,
        Map<String, Map<String, PartnerHeader>> headers) {
    static final String FILE = "soabench-process.json";

    private static final Descriptor NONE = new Descriptor(null, null, null, null, null);

    Descriptor {
        partners = partners == null ? Map.of() : Map.copyOf(partners);
        headers = headers == null ? Map.of() : Map.copyOf(headers);
    }

    /**
     * A UDDI registry.
     *
     * @param inquiry address of its inquiry
     * @param partners names of the partner links whose addresses it may replace
     */
    record Registry(String inquiry, List<String> partners) {
        Registry {
            inquiry = inquiry == null ? "" : inquiry;
            partners = partners == null ? List.of() : List.copyOf(partners);
        }
    }

    /** Names of the partner links whose addresses a registry may replace. */
    List<String> registered() {
        return registry == null ? List.of() : registry.partners();
    }

    /**
     * Where the process is offered.
     *
     * @param path absolute path, null for the default one
     */
    record Service(String path) {}

    static Descriptor read(Map<String, byte[]> entries) throws RefusedDeploymentException {
        byte[] content = entries.get(FILE);
        if (content == null) {
            return NONE;
        }
        try {
            return DescriptorReader.read(content);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
            throw new RefusedDeploymentException(List.of(new Problem(
                    "DESCRIPTOR",
                    FILE,
                    Math.max(0, at.getLineNr()),
                    Math.max(0, at.getColumnNr()),
                    "the descriptor cannot be read: " + e.getOriginalMessage())));
        } catch (IOException e) {
            throw new RefusedDeploymentException(
                    "DESCRIPTOR", FILE, "the descriptor cannot be read: " + e.getMessage());
        }
    }

    String path(String defaultPath) {
        return service == null || service.path() == null ? defaultPath : service.path();
    }
}
