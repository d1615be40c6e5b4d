package io.soabench.activevos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * What stands in for the engine, which cannot be had: offers the services that the descriptors of the archives in {@code bpr}
 * declare, as the engine's documentation says. It shows that the program operates an installation, not that the engine likes the
 * archives.
 */
final class StandInTomcat {

    private static final Pattern SERVICE = Pattern.compile("<myRole [^>]*service=\"([^\"]+)\"");
    private static final Pattern PORT = Pattern.compile("<Connector port=\"(\\d+)\"");
    private static final String SERVICES = "/active-bpel/services";

    private StandInTomcat() {}

    public static void main(String[] arguments) throws IOException {
        Path home = Path.of(System.getenv("CATALINA_HOME"));
        Matcher port = PORT.matcher(Files.readString(home.resolve("conf/server.xml")));
        if (!port.find()) {
            throw new IllegalStateException("no connector");
        }
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1))), 0);
        server.createContext("/", exchange -> answer(exchange, home.resolve("bpr")));
        server.start();
        System.out.println("options " + System.getenv("CATALINA_OPTS"));
    }

    private static void answer(HttpExchange exchange, Path archives) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            boolean there = path.equals(SERVICES)
                    || (path.startsWith(SERVICES + "/")
                            && services(archives).contains(path.substring(SERVICES.length() + 1)));
            exchange.sendResponseHeaders(there ? 200 : 404, -1);
        }
    }

    private static List<String> services(Path archives) throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            return files.filter(file -> file.toString().endsWith(".bpr"))
                    .flatMap(StandInTomcat::offered)
                    .toList();
        }
    }

    private static Stream<String> offered(Path archive) {
        try (JarFile jar = new JarFile(archive.toFile())) {
            ZipEntry descriptor = jar.stream()
                    .filter(entry -> entry.getName().endsWith(".pdd"))
                    .findFirst()
                    .orElseThrow();
            try (InputStream in = jar.getInputStream(descriptor)) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return SERVICE.matcher(text).results().map(found -> found.group(1)).toList().stream();
            }
        } catch (IOException e) {
            throw new IllegalStateException(archive + " is no archive", e);
        }
    }
}
