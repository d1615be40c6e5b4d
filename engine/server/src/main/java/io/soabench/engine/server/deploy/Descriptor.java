package io.soabench.engine.server.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
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
 */
record Descriptor(
        @JsonProperty("process") String process,
        @JsonProperty("partners") Map<String, String> partners,
        @JsonProperty("registry") Registry registry,
        @JsonProperty("service") Service service) {
    static final String FILE = "soabench-process.json";

    private static final ObjectReader READER =
            new ObjectMapper().readerFor(Descriptor.class).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Descriptor NONE = new Descriptor(null, null, null, null);

    Descriptor {
        partners = partners == null ? Map.of() : Map.copyOf(partners);
    }

    /**
     * A UDDI registry.
     *
     * @param inquiry address of its inquiry
     * @param partners names of the partner links whose addresses it may replace
     */
    record Registry(@JsonProperty("inquiry") String inquiry, @JsonProperty("partners") List<String> partners) {
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
    record Service(@JsonProperty("path") String path) {}

    static Descriptor read(Map<String, byte[]> entries) throws RefusedDeploymentException {
        byte[] content = entries.get(FILE);
        if (content == null) {
            return NONE;
        }
        try {
            Descriptor descriptor = READER.readValue(content);
            if (descriptor == null) {
                throw new RefusedDeploymentException("DESCRIPTOR", FILE, "the descriptor is no JSON object");
            }
            return descriptor;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
            throw new RefusedDeploymentException(List.of(new io.soabench.engine.bpel.source.Problem(
                    "DESCRIPTOR", FILE, line, column, "the descriptor cannot be read: " + e.getOriginalMessage())));
        } catch (IOException e) {
            throw new RefusedDeploymentException(
                    "DESCRIPTOR", FILE, "the descriptor cannot be read: " + e.getMessage());
        }
    }

    String path(String defaultPath) {
        return service == null || service.path() == null ? defaultPath : service.path();
    }
}
