package io.soabench.metrics.network;

/**
 * A TCP socket as the kernel describes it.
 *
 * @param cookie unique number among all sockets since the machine started
 * @param inode of the file descriptors that refer to it; 0 when there is none (any more)
 * @param local, remote the two ends
 * @param sentBytes payload handed to the network, each byte once; -1 when the kernel does not count it
 * @param receivedBytes payload that arrived; possibly one more byte, for the end itself, when the connection has ended
 */
record TcpSocket(long cookie, boolean listens, long inode, End local, End remote, long sentBytes, long receivedBytes) {

    /**
     * An end of a connection.
     *
     * @param address 32 hexadecimal digits; IPv4 as mapped into IPv6
     */
    record End(String address, int port) {

        /** Returns whether a socket that listens here accepts connections to that end. */
        boolean accepts(End other) {
            return port == other.port && (wildcard() || address.equals(other.address));
        }

        private boolean wildcard() {
            return address.equals(ANY) || address.equals(ANY_MAPPED);
        }
    }

    private static final String ANY = "0".repeat(32);
    private static final String ANY_MAPPED = "0".repeat(20) + "ffff" + "0".repeat(8);
}
