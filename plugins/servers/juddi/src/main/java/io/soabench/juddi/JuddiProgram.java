package io.soabench.juddi;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.configuration.ConfigurationException;

/**
 * The program of one jUDDI instance. Its arguments are address, port and the {@link Enhancement} folder. The system
 * property {@code juddi.propertiesFile} names its configuration. It prints {@code ready} on standard output and ends by
 * SIGTERM.
 *
 * <p>Exit status: 0 after SIGTERM, 2 when the user has to change something; standard error then has the reason.
 */
public final class JuddiProgram {

    private static final int BACKLOG = 100;
    private static final int REFUSED = 2;
    private static final int FAILED = 1;

    private JuddiProgram() {}

    /** Runs the program until SIGTERM. Does not return normally. */
    @SuppressWarnings("SystemOut") // standard output is the interface of the program
    public static void main(String[] arguments) {
        try {
            InetSocketAddress address = address(arguments);
            // First, so that nothing is done for a port that is taken.
            HttpServer http = HttpServer.create(address, BACKLOG);
            Enhancement.into(Path.of(arguments[2]));
            JuddiServer server = JuddiServer.start(http);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "stop"));
            System.out.println("ready: http://" + arguments[0] + ":" + address.getPort() + "/juddiv3/services");
            System.out.flush();
            new CountDownLatch(1).await();
        } catch (IllegalArgumentException e) {
            refuse(e.getMessage());
        } catch (IOException e) {
            refuse("cannot listen on " + arguments[0] + ":" + arguments[1] + ": " + e.getMessage()
                    + "; choose another port");
        } catch (ConfigurationException e) {
            refuse("jUDDI did not start: " + e.getMessage() + "; see juddi.log");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            System.exit(FAILED);
        }
    }

    private static InetSocketAddress address(String[] arguments) {
        if (arguments.length != 3 || !arguments[1].matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException("usage: JuddiProgram <address> <port> <folder for classes>");
        }
        InetSocketAddress address = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(arguments[0] + " is not a known address; use one of this machine");
        }
        return address;
    }

    @SuppressWarnings("SystemOut")
    private static void refuse(String sentence) {
        System.err.println(sentence);
        // jUDDI may have left threads behind that are not daemons.
        System.exit(REFUSED);
    }

    /**
     * Stops the server and halts the virtual machine. Only a halt gives a process that a signal ended the exit status
     * 0.
     */
    private static void end(JuddiServer server) {
        server.close();
        Runtime.getRuntime().halt(0);
    }
}
