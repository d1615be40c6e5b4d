package io.soabench.load.server;

import io.soabench.testing.SelfSignedCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLServerSocket;

/** The TLS side of a server that has none: a port of loopback whose connections lead to that server, in the clear. */
public final class TlsTerminator implements AutoCloseable {

    private static final int BUFFER_BYTES = 16_384;

    private final ServerSocket listener;
    private final InetSocketAddress server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * Listens on a free port.
     *
     * @param protocol the only one, as {@code TLSv1.3}
     */
    public TlsTerminator(SelfSignedCertificate certificate, String protocol, InetSocketAddress server)
            throws IOException {
        this.server = server;
        SSLServerSocket secure = (SSLServerSocket) certificate
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 200, InetAddress.getLoopbackAddress());
        secure.setEnabledProtocols(new String[] {protocol});
        listener = secure;
        daemon(this::accept);
    }

    /** The address of the TLS side. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "tls-terminator");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                daemon(() -> join(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void join(Socket client) {
        try {
            Socket behind = new Socket();
            sockets.add(behind);
            behind.connect(server);
            behind.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            daemon(() -> copy(behind, client));
            copy(client, behind);
        } catch (IOException e) {
            close(client);
        }
    }

    private static void copy(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One of them has closed the connection, and so does this.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is gone already.
        }
    }

    /** Waits until all its connections are closed. */
    public void awaitClosed() {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!sockets.stream().allMatch(Socket::isClosed)) {
            if (System.nanoTime() - endNs > 0) {
                throw new IllegalStateException("a connection is still open");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(TlsTerminator::close);
    }
}
