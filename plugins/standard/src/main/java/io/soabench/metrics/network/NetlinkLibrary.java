package io.soabench.metrics.network;

import com.sun.jna.Native;

/** The functions of the C library that Java lacks, described by the manual pages of the same names. 64 bit only. */
final class NetlinkLibrary {

    static {
        Native.register(NetlinkLibrary.class, "c");
    }

    private NetlinkLibrary() {}

    static native int socket(int domain, int type, int protocol);

    static native int bind(int descriptor, byte[] address, int length);

    static native int setsockopt(int descriptor, int level, int name, byte[] value, int length);

    static native long send(int descriptor, byte[] data, long length, int flags);

    static native long recv(int descriptor, byte[] data, long length, int flags);

    static native int close(int descriptor);
}
