package io.soabench.metrics.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A lister of the TCP sockets of this machine's network namespace. Used by one thread. */
final class SocketDiag implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 20;
    private static final int TIMEOUT_MS = 2000;

    private final NetlinkSocket kernel;
    private int sequence;

    SocketDiag() throws IOException {
        kernel = new NetlinkSocket(0, BUFFER_BYTES, TIMEOUT_MS);
    }

    /** Returns all sockets, each in its state at the moment when the kernel lists it. */
    List<TcpSocket> list() throws IOException {
        List<TcpSocket> sockets = new ArrayList<>();
        for (int family : new int[] {DiagMessage.AF_INET, DiagMessage.AF_INET6}) {
            kernel.send(DiagMessage.request(family, ++sequence));
            boolean complete = false;
            while (!complete) {
                int length = kernel.receive();
                if (length <= 0) {
                    throw new IOException("the kernel's sock_diag did not answer within " + TIMEOUT_MS + " ms");
                }
                complete = DiagMessage.read(kernel.message(length), sockets::add);
            }
        }
        return sockets;
    }

    @Override
    public void close() {
        kernel.close();
    }
}
