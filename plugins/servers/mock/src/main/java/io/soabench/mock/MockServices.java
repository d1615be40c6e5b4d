package io.soabench.mock;

import io.soabench.plan.HostClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.stream.XMLStreamException;

/** The services of a host by path. Safe for use by many threads; the set of services never changes. */
public final class MockServices {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private static final String HTML = "text/html; charset=UTF-8";
    private static final String TEXT = "text/plain; charset=UTF-8";

    private final Map<String, MockService> services;
    /** The services in the statistics: all of the host, at any port. */
    private final Collection<MockService> counted;

    private final HostClock clock = HostClock.system();

    private MockServices(Map<String, MockService> services) {
        this(services, List.copyOf(services.values()));
    }

    private MockServices(Map<String, MockService> services, Collection<MockService> counted) {
        this.services = Collections.unmodifiableMap(services);
        this.counted = counted;
    }

    /**
     * Reads mock folders.
     *
     * @throws HostRefused with all mistakes in any of them
     */
    public static MockServices load(List<Path> folders) throws HostRefused {
        List<String> problems = new ArrayList<>();
        Map<String, MockService> services = new TreeMap<>();
        for (Path folder : folders) {
            Optional<LoadedMock> read = LoadedMock.read(folder, problems);
            if (read.isPresent()) {
                MockService service = new MockService(read.get());
                MockService other = services.putIfAbsent(service.path(), service);
                if (other != null) {
                    problems.add(folder + " and " + other.folder().folder() + " have the same path " + service.path()
                            + "; name each folder once");
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new HostRefused(problems);
        }
        return new MockServices(services);
    }

    /** Returns the services at the port of the host. */
    public MockServices shared() {
        Map<String, MockService> shared = new TreeMap<>(services);
        shared.values().removeIf(service -> service.ownPort() != 0);
        return new MockServices(shared, counted);
    }

    /** Returns the services with a port of their own, sorted by path. */
    public List<MockService> own() {
        return services.values().stream()
                .filter(service -> service.ownPort() != 0)
                .toList();
    }

    /**
     * Returns copies of all services for a warm-up: they have received nothing, and listen at the port of their host.
     *
     * @param called address of their callbacks
     */
    MockServices warmUpCopy(String called) {
        Map<String, MockService> copies = new TreeMap<>();
        services.forEach((path, service) ->
                copies.put(path, new MockService(service.folder().warmUpCopy(called))));
        return new MockServices(copies);
    }

    /** Returns one service alone, for its own port. */
    public static MockServices only(MockService service) {
        return new MockServices(Map.of(service.path(), service));
    }

    /** Returns all services, sorted by path. */
    public Collection<MockService> all() {
        return services.values();
    }

    /** Returns the service with that path. */
    public Optional<MockService> at(String path) {
        return Optional.ofNullable(services.get(path));
    }

    /** Returns every host's answer to a request for a service that it does not have. */
    public Page unknown(String path) {
        String sentence = "there is no service \"" + printable(path) + "\"; there are: "
                + String.join(", ", services.keySet()) + "\n";
        return new Page(NOT_FOUND, TEXT, content(sentence));
    }

    /**
     * Answers a GET request with the list of services, the present statistics ({@code ?statistics}), a WSDL document
     * ({@code ?wsdl}, {@code ?wsdl=<path>}) or a schema ({@code ?xsd=<path>}).
     *
     * @param path part after {@code /services}, with or without the slash between
     * @param query in its original encoding, or empty
     * @param base address of {@code /services} as the client reaches it, without a slash at its end
     */
    public Page page(String path, String query, String base) {
        String name = path.startsWith("/") ? path.substring(1) : path;
        if (name.isEmpty()) {
            return query.equals("statistics") ? statistics() : list(base);
        }
        MockService service = services.get(name);
        if (service == null) {
            return unknown(name);
        }
        String lower = query.toLowerCase(Locale.ROOT);
        if (lower.equals("wsdl") || lower.startsWith("wsdl=") || lower.startsWith("xsd=")) {
            return document(service, query.substring(Math.min(query.length(), query.indexOf('=') + 1)), base);
        }
        String sentence = "service " + name + " answers SOAP requests by POST; its WSDL is at ?wsdl\n";
        return new Page(NOT_ALLOWED, TEXT, content(sentence));
    }

    private Page statistics() {
        long nowNs = clock.epochNanos();
        long inService = counted.stream().mapToLong(MockService::inService).sum();
        long waiting = counted.stream().mapToLong(each -> each.waiting(nowNs)).sum();
        return new Page(
                OK, "application/json", content("{\"inService\": " + inService + ", \"waiting\": " + waiting + "}\n"));
    }

    private static Page document(MockService service, String asked, String base) {
        String path =
                asked.equalsIgnoreCase("wsdl") ? "" : asked.replace("%2F", "/").replace("%20", " ");
        try {
            Optional<byte[]> document = service.folder().wsdl().document(path, base + '/' + service.path());
            if (document.isPresent()) {
                return new Page(OK, PlannedReply.CONTENT_TYPE, new AnswerBytes(document.get()));
            }
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a document became unreadable after it was checked", e);
        }
        String sentence = "service " + service.path() + " has no document \"" + printable(path) + "\"\n";
        return new Page(NOT_FOUND, TEXT, content(sentence));
    }

    private Page list(String base) {
        StringBuilder html = new StringBuilder(256);
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><title>Mocked services</title></head><body>\n")
                .append("<h1>Mocked services</h1>\n<ul>\n");
        for (MockService service : services.values()) {
            String address = SoapFaults.escaped(base + '/' + service.path());
            html.append("<li><a href=\"")
                    .append(address)
                    .append("?wsdl\">")
                    .append(address)
                    .append("</a>: ");
            html.append(SoapFaults.escaped(service.folder().plan().service()));
            html.append(", instance ")
                    .append(service.folder().plan().instance())
                    .append(": ");
            html.append(SoapFaults.escaped(String.join(
                    ", ",
                    service.folder().plan().operations().stream()
                            .map(operation -> operation.name())
                            .toList())));
            html.append("</li>\n");
        }
        html.append("</ul>\n</body></html>\n");
        return new Page(OK, HTML, content(html.toString()));
    }

    private static AnswerBytes content(String text) {
        return new AnswerBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String printable(String text) {
        String cut = text.length() > 100 ? text.substring(0, 100) + "…" : text;
        return cut.replaceAll("[^\\x20-\\x7e…]", "?");
    }

    /**
     * A complete HTTP answer.
     *
     * @param status HTTP status
     * @param contentType value of the header
     */
    public record Page(int status, String contentType, AnswerBytes body) {}
}
