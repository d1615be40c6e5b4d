package io.soabench.ode;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * The web application of one instance: configuration, a database, a folder for bundles. All files of ODE stay below it. In an
 * empty folder each instance begins from the same state; in one that was used it goes on with its database and bundles.
 *
 * @param root folder of the instance
 */
record InstanceFolder(Path root) {

    /** The name of the folder with the database, also in ODE's archive. */
    static final String DATABASE = "derby-jpadb";

    /** Derby's lock file of a used database, which ODE's archive contains. */
    private static final String LOCK = DATABASE + "/db.lck";

    /** Returns the folder that Tomcat serves. */
    Path application() {
        return root.resolve("ode");
    }

    private Path hidden() {
        return application().resolve("WEB-INF");
    }

    Path logs() {
        return root.resolve("logs");
    }

    /** Returns the configuration file of Log4j. */
    Path logConfiguration() {
        return root.resolve("log4j.properties");
    }

    /**
     * Writes all files.
     *
     * @param port on which Tomcat listens
     * @throws IOException when it cannot be written, or the class path has no empty database
     */
    void write(OdeSettings settings, int port) throws IOException {
        Files.createDirectories(logs());
        Path configuration = Files.createDirectories(hidden().resolve("conf"));
        // Axis2 and ODE look into these and complain when they are missing.
        for (String empty : new String[] {"processes", "services", "modules"}) {
            Files.createDirectories(hidden().resolve(empty));
        }
        Files.writeString(
                configuration.resolve("axis2.xml"), resource("axis2.xml").replace("@port@", Integer.toString(port)));
        Files.writeString(hidden().resolve("deploy.wsdl"), resource("deploy.wsdl"));
        Files.writeString(configuration.resolve("ode-axis2.properties"), lines(settings.odeProperties()));
        Files.writeString(configuration.resolve("global.endpoint"), lines(settings.endpointProperties()));
        Files.writeString(
                logConfiguration(),
                resource("log4j.properties")
                        .replace("@log@", logs().resolve("ode.log").toString()));
        database();
    }

    private static String lines(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(p -> p.getKey() + '=' + p.getValue() + '\n')
                .collect(Collectors.joining());
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = InstanceFolder.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void database() throws IOException {
        if (Files.exists(hidden().resolve(DATABASE))) {
            // After a crash: the instances of the earlier start are in it.
            return;
        }
        URL archive = InstanceFolder.class.getResource('/' + DATABASE + "/service.properties");
        if (archive == null) {
            throw new IOException("the class path has no ode-dao-jpa-ojpa-derby with the empty database " + DATABASE);
        }
        JarURLConnection connection = (JarURLConnection) archive.openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                String name = entry.getName();
                if (!name.startsWith(DATABASE + '/') || name.equals(LOCK)) {
                    continue;
                }
                Path target = hidden().resolve(name).normalize();
                if (!target.startsWith(hidden())) {
                    throw new IOException(archive + " has the entry " + name + ", which lies outside its folder");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, target);
                    }
                }
            }
        }
    }
}
