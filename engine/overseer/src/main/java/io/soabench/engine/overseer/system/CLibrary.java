package io.soabench.engine.overseer.system;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * The C library. {@code syscall} has as many parameters as the call needs: on the machines that {@link Architecture}
 * knows, a variadic function takes integers from the same places as other functions.
 */
final class CLibrary {

    static {
        Native.register(CLibrary.class, "c");
    }

    private CLibrary() {}

    static native long syscall(long number);

    static native long syscall(long number, byte[] attributes, long tid, long processor, long group, long flags);

    static native long syscall(long number, long modeOrTid, byte[] maskOrAttributes, long bitsOrFlags);

    static native long syscall(long number, int[] mode, byte[] mask, long bits, long address, long flags);

    static native long syscall(long number, long address, long length, long mode, byte[] mask, long bits, long flags);

    static native long syscall(long number, long tid, byte[] attributes, long bytes, long flags);

    static native int sched_setaffinity(int tid, long bytes, byte[] mask);

    static native int sched_getaffinity(int tid, long bytes, byte[] mask);

    static native int ioctl(int descriptor, long request, long argument);

    static native long read(int descriptor, byte[] buffer, long length);

    static native int close(int descriptor);

    static native int waitid(int idType, int id, byte[] info, int options);

    static native int kill(int pid, int signal);

    static native int getpagesize();

    static native Pointer strerror(int error);
}
