package io.soabench.ide;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;

/**
 * The program of the language server: over its standard streams, or for one editor after the other over a local
 * port.
 */
public final class LanguageServerMain {

    private static final String USAGE =
            """
            usage: java -jar soabench-language-server.jar [--stdio | --socket PORT]
              --stdio        speak over standard input and output (the default)
              --socket PORT  wait for editors at that port of this machine; 0 takes a free one, which is printed""";

    private LanguageServerMain() {}

    /**
     * Serves until the editor ends it.
     *
     * @param args see the usage
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        OptionalInt served = LowMemoryProcess.serve(args);
        if (served.isPresent()) {
            System.exit(served.getAsInt());
        }
        if (args.length == 0 || (args.length == 1 && args[0].equals("--stdio"))) {
            InputStream in = System.in;
            PrintStream out = System.out;
            // Standard output carries the protocol. Text that a library prints there would be taken for a message.
            System.setOut(System.err);
            System.exit(serve(in, out));
        }
        int port = args.length == 2 && args[0].equals("--socket") ? port(args[1]) : -1;
        if (port < 0) {
            System.err.println(USAGE);
            System.exit(2);
        }
        try (ServerSocket server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            System.out.println("listening at port " + server.getLocalPort());
            while (true) {
                try (Socket editor = server.accept()) {
                    int unused = serve(editor.getInputStream(), editor.getOutputStream());
                }
            }
        }
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            return port <= 65535 ? port : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /**
     * Serves one editor until it ends the server or closes the connection. Returns the exit code that the protocol
     * requires.
     */
    static int serve(InputStream in, OutputStream out) throws InterruptedException {
        try (TestbedLanguageServer server = new TestbedLanguageServer()) {
            Launcher<LanguageClient> launcher = new LSPLauncher.Builder<LanguageClient>()
                    .setLocalService(server)
                    .setRemoteInterface(LanguageClient.class)
                    .setInput(in)
                    .setOutput(out)
                    .wrapMessages(new LifecycleFilter())
                    .create();
            server.connect(launcher.getRemoteProxy());
            var listening = launcher.startListening();
            server.onExit(() -> listening.cancel(true));
            try {
                listening.get();
            } catch (ExecutionException | CancellationException e) {
                // The connection is closed, so the error cannot be reported.
            }
            return server.exitCode();
        }
    }
}
