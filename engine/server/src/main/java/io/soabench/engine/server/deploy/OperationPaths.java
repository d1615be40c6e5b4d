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
 * The paths at which the operations of a process are offered: all at one, except that a partner link whose messages
 * cannot be told from those of another one, by the element in the body or by the action, has a path of its own below
 * that one.
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

    /** A name of XML in a path: letters beyond ASCII as their octets in UTF-8 (RFC 3986, section 2.5). */
    static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** Links of different scopes may have the same name. */
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

    /** All paths, the main one first. */
    List<String> paths() {
        return List.copyOf(paths.keySet());
    }

    /** Where an operation is. */
    String path(ServiceOperation operation) {
        return linkPaths.get(operation.partnerLink());
    }

    /** The addresses of partner links that are not at the main path, by their number. */
    Map<Integer, String> addresses(String base) {
        Map<Integer, String> addresses = new LinkedHashMap<>();
        linkPaths.forEach((link, place) -> {
            if (!place.equals(path)) {
                addresses.put(link, base + place);
            }
        });
        return addresses;
    }

    /** The services, the main one first. */
    List<Service> services(Deployment deployment, Function<List<ServiceOperation>, Map<String, byte[]>> documents) {
        return paths.entrySet().stream()
                .map(entry ->
                        new Service(entry.getKey(), deployment, entry.getValue(), documents.apply(entry.getValue())))
                .toList();
    }
}
