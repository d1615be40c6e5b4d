package io.soabench.activevos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A program that starts the Tomcat of an installation and accepts deployments for it. {@code PUT} and {@code DELETE} of
 * {@code /deployments/<process>} on the loopback address place an archive in the engine's folder and remove it.
 *
 * <p>It ends when the Tomcat ends, with status 3. It ends with status 2 and a sentence when the installation is
 * unsuitable. At its own end, it asks the Tomcat to end, and removes all archives.
 */
@Command(name = "activevos", description = "Operates an installed ActiveBPEL or ActiveVOS.")
public final class ActiveVosProgram implements Callable<Integer> {

    private static final int WRONG = 2;
    private static final int ENDED = 3;
    private static final String DEPLOYMENTS = "/deployments/";

    @Spec
    private CommandSpec spec;

    @Option(names = "--home", paramLabel = "DIR", description = "Folder of the Tomcat.", required = true)
    private Path home;

    @Option(names = "--port", paramLabel = "PORT", description = "Port of its connector.", required = true)
    private int port;

    @Option(names = "--admin-port", paramLabel = "PORT", description = "Port for deployments.", required = true)
    private int adminPort;

    @Option(names = "--heap", paramLabel = "MIB", description = "Java heap.", required = true)
    private int heapMiB;

    @Option(
            names = "--java-home",
            paramLabel = "DIR",
            description = "Java of the Tomcat (default: the one of this program).")
    private Path javaHome = Path.of(System.getProperty("java.home"));

    @Option(names = "--jvm-options", paramLabel = "TEXT", description = "Further options of the Tomcat's Java.")
    private String jvmOptions = "";

    private ActiveVosProgram() {}

    /** Runs the program until SIGTERM or the end of the Tomcat. Does not return normally. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ActiveVosProgram()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Installation installation = new Installation(home.toAbsolutePath().normalize());
        List<String> problems = installation.problems(port);
        if (!problems.isEmpty()) {
            problems.forEach(err::println);
            err.flush();
            return WRONG;
        }
        installation.clean();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), adminPort), 0);
        server.createContext(DEPLOYMENTS, exchange -> answer(exchange, installation));
        Process tomcat = installation.start(javaHome, options());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(tomcat, installation), "end"));
        server.start();
        int status = tomcat.waitFor();
        err.println("the Tomcat in " + installation.home() + " ended with exit status " + status);
        err.flush();
        return ENDED;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of("-Xms" + heapMiB + "m", "-Xmx" + heapMiB + "m"));
        if (!jvmOptions.isBlank()) {
            options.add(jvmOptions.strip());
        }
        return options;
    }

    private void end(Process tomcat, Installation installation) {
        tomcat.destroy();
        try {
            installation.clean();
        } catch (IOException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("an archive cannot be taken away: " + e.getMessage() + "; delete bpr/soabench-*.bpr by hand");
            err.flush();
        }
    }

    private static void answer(HttpExchange exchange, Installation installation) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String process = exchange.getRequestURI().getPath().substring(DEPLOYMENTS.length());
            int status;
            if (!process.matches("[\\w-]+")) {
                status = 404;
            } else if (exchange.getRequestMethod().equals("PUT")) {
                installation.place(process, body);
                status = 201;
            } else if (exchange.getRequestMethod().equals("DELETE")) {
                status = installation.remove(process) ? 204 : 404;
            } else {
                status = 405;
            }
            exchange.sendResponseHeaders(status, -1);
        }
    }
}
