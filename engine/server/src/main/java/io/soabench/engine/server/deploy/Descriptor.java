package io.soabench.engine.server.deploy;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.soabench.contracts.source.Problem;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The content of {@code soabench-process.json}: the facts about a deployment that the documents of a process do not
 * contain. Immutable.
 *
 * @param process the BPEL file; null if there is only one
 * @param partners the addresses of partners, by name of the partner link
 * @param registry the registry for other addresses of partners; null for none
 * @param service the place of the process; null for the default
 * @param headers the HTTP headers of calls, by name of the partner link and name of the header
 * @param afterCrash the fate of calls without a recorded answer, by name of the partner link
 */
record Descriptor(
        String process,
        Map<String, String> partners,
        Registry registry,
        Service service,
        Map<String, Map<String, PartnerHeader>> headers,
        Map<String, AfterCrash> afterCrash) {
    static final String FILE = "soabench-process.json";

    private static final Descriptor NONE = new Descriptor(null, null, null, null, null, null);

    Descriptor {
        partners = partners == null ? Map.of() : Map.copyOf(partners);
        headers = headers == null ? Map.of() : Map.copyOf(headers);
        afterCrash = afterCrash == null ? Map.of() : Map.copyOf(afterCrash);
    }

    /** The fate of a call that an earlier life of a durable engine has made and of which it has recorded no answer. */
    enum AfterCrash {
        /** It is made again, with the same key. */
        REPEAT,
        /** It fails, because the partner may have done it. */
        FAIL
    }

    /**
     * A UDDI registry.
     *
     * @param inquiry the address of its inquiry interface
     * @param partners the names of the partner links whose addresses it may replace
     */
    record Registry(String inquiry, List<String> partners) {
        Registry {
            inquiry = inquiry == null ? "" : inquiry;
            partners = partners == null ? List.of() : List.copyOf(partners);
        }
    }

    /** Returns the names of the partner links whose addresses a registry may replace. */
    List<String> registered() {
        return registry == null ? List.of() : registry.partners();
    }

    /**
     * The place of a process.
     *
     * @param path the absolute path; null for the default one
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
