package io.soabench.driver.run;

import io.soabench.driver.RunRefused;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The authority of one run, which signs a certificate for each server that speaks TLS. The keytool of this Java installation makes
 * all keys, in a folder that is removed at once. Afterwards this machine has the keys in memory only, until a server is placed on it.
 * Immutable.
 */
public final class RunAuthority {

    /** The authority without certificates: of a run in which no server speaks TLS, and of orders that are written before a run. */
    public static final RunAuthority NONE = new RunAuthority("", Map.of());

    private static final String ALIAS = "authority";
    private static final String PASSWORD_VARIABLE = "SOABENCH_STORE";
    private static final int PASSWORD_BYTES = 24;
    private static final long KEYTOOL_SECONDS = 120;

    /** The days of validity, longer than any run. A run that is resumed gets another authority. */
    private static final String DAYS = "366";

    /** The variables by which a Java program would get options that its caller does not know. */
    private static final Set<String> OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

    private final String certificate;
    private final Map<String, ServerIdentity> identities;

    private RunAuthority(String certificate, Map<String, ServerIdentity> identities) {
        this.certificate = certificate;
        this.identities = Map.copyOf(identities);
    }

    /**
     * Makes the authority of a run and the certificates of its servers.
     *
     * @param folder for the files of keytool; this method makes and removes it, and does the same with its parent if that is missing
     * @throws RunRefused when the certificates cannot be made
     */
    public static RunAuthority of(Plan plan, Path folder) {
        List<ServerPlan> servers =
                plan.servers().stream().filter(ServerPlan::speaksTls).toList();
        if (servers.isEmpty()) {
            return NONE;
        }
        boolean alone = Files.notExists(folder.getParent());
        try {
            Files.createDirectories(folder.getParent());
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            try {
                return new Making(folder).of(plan, servers);
            } finally {
                FolderOperations.remove(alone ? folder.getParent() : folder);
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new RunRefused(List.of("the certificates of the servers with \"tls true\" cannot be made: "
                    + e.getMessage() + "; look whether the Java installation at " + System.getProperty("java.home")
                    + " has a keytool, or leave \"tls\" out"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunRefused(List.of("the run was ended while the certificates of its servers were made"));
        }
    }

    /** Returns the certificate by which clients trust the servers, in the PEM format; empty when no server speaks TLS. */
    public String certificate() {
        return certificate;
    }

    /** Returns the certificate and the key of a server, if they were made. */
    public Optional<ServerIdentity> identity(String server) {
        return Optional.ofNullable(identities.get(server));
    }

    /** Returns the names for which the certificate of a server is: its host, and hosts of relays through which it is called. */
    static String names(Plan plan, ServerPlan server) {
        Set<String> hosts = new LinkedHashSet<>();
        hosts.add(server.host());
        plan.servers().stream().filter(ServerPlan::emulatesNetwork).forEach(relay -> hosts.add(relay.host()));
        return hosts.stream()
                .map(host -> plan.hostOf(host).address())
                .distinct()
                .map(address -> (isNumber(address) ? "ip:" : "dns:") + address)
                .collect(Collectors.joining(","));
    }

    private static boolean isNumber(String address) {
        return address.contains(":") || address.matches("[\\d.]+");
    }

    /** A key store in a folder, in which keytool makes keys and certificates. */
    private static final class Making {

        private final Path store;
        private final Path request;
        private final Path issued;
        private final Path log;
        private final String password;

        Making(Path folder) {
            store = folder.resolve("keys.p12");
            request = folder.resolve("request.pem");
            issued = folder.resolve("issued.pem");
            log = folder.resolve("keytool.log");
            byte[] bytes = new byte[PASSWORD_BYTES];
            new SecureRandom().nextBytes(bytes);
            password = HexFormat.of().formatHex(bytes);
        }

        RunAuthority of(Plan plan, List<ServerPlan> servers)
                throws IOException, GeneralSecurityException, InterruptedException {
            pair(ALIAS, "CN=SOABench run", "-ext", "bc:c=ca:true", "-ext", "ku:c=keyCertSign");
            Map<String, String> certificates = new TreeMap<>();
            for (ServerPlan server : servers) {
                String alias = "server-" + certificates.size();
                pair(alias, "CN=SOABench " + alias);
                keytool("-certreq", "-alias", alias, "-file", request.toString());
                sign(names(plan, server));
                certificates.put(server.name(), Files.readString(issued));
            }
            KeyStore made = KeyStore.getInstance(store.toFile(), password.toCharArray());
            Map<String, ServerIdentity> identities = new TreeMap<>();
            int number = 0;
            for (ServerPlan server : servers) {
                byte[] key = made.getKey("server-" + number++, password.toCharArray())
                        .getEncoded();
                identities.put(
                        server.name(),
                        new ServerIdentity(certificates.get(server.name()), ServerIdentity.pem("PRIVATE KEY", key)));
            }
            String own =
                    ServerIdentity.pem("CERTIFICATE", made.getCertificate(ALIAS).getEncoded());
            return new RunAuthority(own, identities);
        }

        /** Makes a key of the curve P-256 and a certificate that it signs itself. */
        private void pair(String alias, String name, String... extensions) throws IOException, InterruptedException {
            List<String> arguments = new ArrayList<>(List.of(
                    "-genkeypair", "-alias", alias, "-dname", name, "-keyalg", "EC", "-groupname", "secp256r1"));
            arguments.addAll(List.of("-startdate", "-1d", "-validity", DAYS));
            arguments.addAll(List.of(extensions));
            keytool(arguments.toArray(String[]::new));
        }

        private void sign(String names) throws IOException, InterruptedException {
            List<String> arguments = new ArrayList<>(List.of(
                    "-gencert", "-rfc", "-alias", ALIAS, "-infile", request.toString(), "-outfile", issued.toString()));
            // The clocks of hosts may be behind that of the driver.
            arguments.addAll(List.of("-startdate", "-1d", "-validity", DAYS));
            arguments.addAll(
                    List.of("-ext", "san=" + names, "-ext", "ku:c=digitalSignature", "-ext", "eku=serverAuth"));
            keytool(arguments.toArray(String[]::new));
        }

        private void keytool(String... arguments) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>();
            command.add(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
            command.addAll(List.of(arguments));
            command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
            // Other users of the machine see command lines, but not the environment.
            command.addAll(List.of("-storepass:env", PASSWORD_VARIABLE, "-J-XX:TieredStopAtLevel=1"));
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().keySet().removeAll(OPTIONS);
            builder.environment().put(PASSWORD_VARIABLE, password);
            Process process = builder.start();
            try {
                if (!process.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException("keytool did not end within " + KEYTOOL_SECONDS + " s");
                }
            } finally {
                process.destroyForcibly();
            }
            if (process.exitValue() != 0) {
                throw new IOException(
                        "keytool: " + Files.readString(log).strip().replaceAll("\\s+", " "));
            }
        }
    }
}
