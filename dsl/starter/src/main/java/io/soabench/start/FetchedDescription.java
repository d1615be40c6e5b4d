package io.soabench.start;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.StandardDocuments;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlReading;
import io.soabench.contracts.wsdl.Wsdl;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The WSDL document of a running service with its imports, in a temporary folder until it is closed. Documents are
 * requested from the service's own host only.
 */
final class FetchedDescription implements AutoCloseable {

    private static final Duration TIME_OUT = Duration.ofSeconds(20);
    /** Parameters of a query that ask for a WSDL document: {@code wsdl}, {@code singleWsdl}, {@code wsdl=orders.wsdl}. */
    private static final Pattern DESCRIPTION = Pattern.compile("(?i)(single)?wsdl(=.*)?");

    private static final int MOST_DOCUMENTS = 50;
    private static final int MOST_REDIRECTS = 5;
    /** The statuses of an answer whose document is elsewhere (RFC 9110, section 15.4). */
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private static final int MOST_BYTES = 16 << 20;

    private final URI service;
    private final URI address;
    private final Path folder;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(TIME_OUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Map<URI, String> names = new HashMap<>();
    private final ExitHook atExit;

    private FetchedDescription(URI service, URI address) throws IOException {
        this.service = service;
        this.address = address;
        this.folder = Files.createTempDirectory("soabench-init-");
        atExit = new ExitHook("remove-description", this::remove);
    }

    /** Asks for the description of a service. */
    static FetchedDescription of(URI service) throws StartRefusedException, IOException, InterruptedException {
        String scheme = service.getScheme();
        if (service.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new StartRefusedException("\"" + service
                    + "\" is no address of a service; name one such as http://127.0.0.1:8080/services/quote");
        }
        if (service.getRawUserInfo() != null) {
            // The user part of an address may be a secret, which must be in no file and no message.
            throw new StartRefusedException("the address of the service at " + service.getHost()
                    + " contains a user; leave out the part before the @, and write into the testbed: header"
                    + " \"Authorization\" from file \"…\" user \"…\"");
        }
        String text = service.toString().replaceFirst("#.*$", "");
        URI called = service(text);
        boolean described = !called.toString().equals(text);
        URI address = URI.create(described ? text : text + (service.getQuery() == null ? "?wsdl" : "&wsdl"));
        FetchedDescription description = new FetchedDescription(called, address);
        try {
            description.fetch(address, true);
            return description;
        } catch (StartRefusedException | IOException | InterruptedException | RuntimeException e) {
            description.close();
            throw e;
        }
    }

    /** Returns the address without the parameter of the query that asks for the description. */
    private static URI service(String address) {
        int query = address.indexOf('?');
        if (query < 0) {
            return URI.create(address);
        }
        String others = Arrays.stream(address.substring(query + 1).split("&", -1))
                .filter(parameter -> !DESCRIPTION.matcher(parameter).matches())
                .collect(Collectors.joining("&"));
        return URI.create(address.substring(0, query) + (others.isEmpty() ? "" : "?" + others));
    }

    /** Returns the address at which the service is called. */
    URI service() {
        return service;
    }

    /** Returns the address from which it came. */
    URI address() {
        return address;
    }

    /** Returns the document of the service. */
    Path document() {
        return folder.resolve(names.get(address));
    }

    /** Returns a sentence with the addresses of files in place of their temporary paths. */
    String withAddresses(String sentence) {
        String result = sentence;
        for (Map.Entry<URI, String> each : names.entrySet()) {
            result = result.replace(
                    folder.resolve(each.getValue()).toString(), each.getKey().toString());
        }
        return result;
    }

    /**
     * Fetches a document and its imports, and replaces their addresses by names of files. Returns the name of its own
     * file.
     */
    private String fetch(URI from, boolean first) throws StartRefusedException, IOException, InterruptedException {
        String known = names.get(from);
        if (known != null) {
            return known;
        }
        if (names.size() >= MOST_DOCUMENTS) {
            throw new StartRefusedException(
                    "the description at " + address + " imports more than " + MOST_DOCUMENTS + " documents");
        }
        byte[] content = content(from);
        Optional<XmlElement> root = XmlReading.read(from.toString(), content, new Problems());
        if (root.isEmpty() || (first && !root.get().is(Wsdl.NAMESPACE, "definitions"))) {
            throw new StartRefusedException(from + " answers with something that is no WSDL 1.1 document"
                    + "; save the description of the service and use -Dwsdl=FILE");
        }
        boolean schema = root.get().is(Wsdl.SCHEMA, "schema");
        String name = (names.isEmpty() ? plainName() : "imported-" + names.size()) + (schema ? ".xsd" : ".wsdl");
        names.put(from, name);
        DocumentText text = DocumentText.of(content);
        Files.write(folder.resolve(name), text.bytes(linked(from, root.get(), text.text())));
        return name;
    }

    private String plainName() {
        String path = service.getPath() == null ? "" : service.getPath();
        String name =
                UniqueNames.plain(path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.[^.]*$", ""));
        return name.isEmpty() ? "service" : name;
    }

    private String linked(URI from, XmlElement element, String text)
            throws StartRefusedException, IOException, InterruptedException {
        String changed = text;
        boolean refers =
                element.namespace().equals(Wsdl.SCHEMA) || element.namespace().equals(Wsdl.NAMESPACE);
        String local = element.localName();
        if (refers && (local.equals("import") || local.equals("include") || local.equals("redefine"))) {
            Optional<String> location = element.attribute("schemaLocation").or(() -> element.attribute("location"));
            if (location.isPresent()
                    && StandardDocuments.name(location.get().strip()).isEmpty()
                    && !StandardDocuments.isBuiltIn(location.get().strip())) {
                URI target = target(from, location.get().strip());
                if (!service.getHost().equalsIgnoreCase(target.getHost())) {
                    throw new StartRefusedException(
                            "the description at " + from + " imports " + target
                                    + ", which another host has and which is not asked; save the documents and use -Dwsdl=FILE");
                }
                String name = fetch(target, false);
                String written = location.get().replace("&", "&amp;");
                changed = changed.replaceAll(
                        "((?:schemaLocation|location)\\s*=\\s*)([\"'])" + Pattern.quote(written) + "\\2",
                        "$1$2" + Matcher.quoteReplacement(name) + "$2");
            }
        }
        for (XmlElement child : element.elements().toList()) {
            changed = linked(from, child, changed);
        }
        return changed;
    }

    private static URI target(URI from, String location) throws StartRefusedException {
        try {
            return from.resolve(location.replace(" ", "%20"));
        } catch (IllegalArgumentException e) {
            throw new StartRefusedException(
                    "the description at " + from + " imports \"" + location
                            + "\", which is no address; save the documents and use -Dwsdl=FILE",
                    e);
        }
    }

    private byte[] content(URI from) throws StartRefusedException, InterruptedException {
        HttpResponse<byte[]> response = answer(from, from);
        for (int redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
            Optional<URI> target = redirected(response);
            if (target.isEmpty()) {
                break;
            }
            if (!service.getHost().equalsIgnoreCase(target.get().getHost())) {
                // Not the whole address, which may contain a secret.
                throw new StartRefusedException(
                        from + " redirects to the host " + target.get().getHost()
                                + ", which is not asked; give its address, or save the description and use -Dwsdl=FILE");
            }
            response = answer(from, target.get());
        }
        if (response.statusCode() != 200 || response.body().length > MOST_BYTES) {
            throw new StartRefusedException(
                    from + " answers with "
                            + (response.statusCode() != 200 ? "status " + response.statusCode() : "too much")
                            + " and not with a WSDL document; correct the address, or save the description and use -Dwsdl=FILE");
        }
        return response.body();
    }

    /** Returns the address to which an answer redirects; empty for another answer, and for one that leaves TLS. */
    private static Optional<URI> redirected(HttpResponse<byte[]> response) {
        Optional<String> location = response.headers().firstValue("Location");
        if (location.isEmpty() || !REDIRECTS.contains(response.statusCode())) {
            return Optional.empty();
        }
        URI target;
        try {
            target = response.uri().resolve(location.get());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        boolean secure = "https".equals(target.getScheme());
        boolean plain = "http".equals(target.getScheme())
                && "http".equals(response.uri().getScheme());
        return secure || plain ? Optional.of(target) : Optional.empty();
    }

    /**
     * Asks for a document.
     *
     * @param from the address for messages
     */
    private HttpResponse<byte[]> answer(URI from, URI asked) throws StartRefusedException, InterruptedException {
        try {
            return client.send(
                    HttpRequest.newBuilder(asked).timeout(TIME_OUT).GET().build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new StartRefusedException(
                    from + " does not answer ("
                            + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage())
                            + "); start the service, or correct the address",
                    e);
        }
    }

    @Override
    public void close() {
        atExit.close();
    }

    private void remove() {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The system removes its temporary files.
        }
    }
}
