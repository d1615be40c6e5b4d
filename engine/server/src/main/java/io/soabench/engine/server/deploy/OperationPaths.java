package io.soabench.engine.server.deploy;

import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.server.request.Service;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The paths of the operations of a process. All operations have the main path, with one exception. Two partner links
 * may have messages with the same element in the body and the same action. Then one of these links gets a path of its
 * own below the main path. Immutable after construction.
 */
final class OperationPaths {
    private final String path;
    private final Map<Integer, List<ServiceOperation>> links = new LinkedHashMap<>();
    private final Map<String, List<ServiceOperation>> paths = new LinkedHashMap<>();
    private final Map<Integer, String> linkPaths = new LinkedHashMap<>();

    OperationPaths(String path, List<ServiceOperation> operations) {
        this.path = path;
        paths.put(path, new ArrayList<>());
        operations.forEach(operation -> links.computeIfAbsent(operation.partnerLink(), absent -> new ArrayList<>())
                .add(operation));
        links.values().forEach(this::place);
    }

    private void place(List<ServiceOperation> link) {
        List<ServiceOperation> here = paths.get(path);
        boolean clash = link.stream().anyMatch(one -> here.stream().anyMatch(other -> isLike(one, other)));
        String place = clash ? free(path + "/" + segment(link.get(0).partnerLinkName())) : path;
        paths.computeIfAbsent(place, absent -> new ArrayList<>()).addAll(link);
        linkPaths.put(link.get(0).partnerLink(), place);
    }

    /**
     * Returns an XML name as a segment of a path. Letters beyond ASCII become their octets in UTF-8 (RFC 3986, section
     * 2.5).
     */
    static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** Returns a path that is not in use, since links of different scopes may have the same name. */
    private String free(String wanted) {
        String found = wanted;
        for (int i = 2; paths.containsKey(found); i++) {
            found = wanted + "-" + i;
        }
        return found;
    }

    private static boolean isLike(ServiceOperation one, ServiceOperation other) {
        return Objects.equals(one.input().payload(), other.input().payload())
                && (one.soapAction().isEmpty()
                        || other.soapAction().isEmpty()
                        || one.soapAction().equals(other.soapAction()));
    }

    /** Returns all paths, the main one first. */
    List<String> paths() {
        return List.copyOf(paths.keySet());
    }

    /** Returns the path of an operation. */
    String path(ServiceOperation operation) {
        return linkPaths.get(operation.partnerLink());
    }

    /** Returns the addresses of the partner links that are not at the main path, by the number of the link. */
    Map<Integer, String> addresses(String base) {
        Map<Integer, String> addresses = new LinkedHashMap<>();
        linkPaths.forEach((link, place) -> {
            if (!place.equals(path)) {
                addresses.put(link, base + place);
            }
        });
        return addresses;
    }

    /** Returns the services, the one at the main path first. */
    List<Service> services(Deployment deployment, Function<List<ServiceOperation>, Map<String, byte[]>> documents) {
        return paths.entrySet().stream()
                .map(entry ->
                        new Service(entry.getKey(), deployment, entry.getValue(), documents.apply(entry.getValue())))
                .toList();
    }
}
