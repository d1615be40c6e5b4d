package io.soabench.engine.overseer.system;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.soabench.engine.overseer.topology.IdSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * System calls of Linux. Each method returns the result of the call, or the kernel's error as a negative number; see
 * the manual pages of the same names. Thread-safe; calls without a thread's number concern the thread that makes them.
 *
 * <p>All but {@link #availability} throw {@link NotAvailableException} where this is not Linux on a known 64-bit machine.
 */
public final class Linux {

    /** The bits of a mask of nodes: more than any kernel has. */
    private static final int NODE_BITS = 1024;

    /** The kernel takes one bit less than the number in the call. */
    private static final long NODE_BITS_ARGUMENT = NODE_BITS + 1L;

    private static final int MOST_MASK_BYTES = IdSet.LARGEST / 8 + 1;

    private static final int P_PID = 1;
    private static final int WSTOPPED = 2;
    private static final int SIGINFO_BYTES = 128;

    /** The size {@code SCHED_ATTR_SIZE_VER0} of {@code linux/sched/types.h}. */
    private static final int SCHED_ATTR_BYTES = 48;

    private static final Optional<Architecture> ARCHITECTURE =
            Architecture.of(System.getProperty("os.arch", "unknown"));
    private static final Availability AVAILABILITY = probe();

    private Linux() {}

    private static Availability probe() {
        String system = System.getProperty("os.name", "unknown");
        if (!system.equals("Linux")) {
            return Availability.unsupported("this is " + system + ", not Linux");
        }
        if (ARCHITECTURE.isEmpty()) {
            return Availability.unsupported(
                    "the numbers of system calls on " + System.getProperty("os.arch") + " are not known");
        }
        try {
            int page = CLibrary.getpagesize();
            return page > 0 ? Availability.available() : Availability.unsupported("the C library gives no page size");
        } catch (LinkageError e) {
            return Availability.unsupported("JNA cannot call the C library (" + e.getMessage() + ")");
        }
    }

    /** Returns whether system calls can be made at all. */
    public static Availability availability() {
        return AVAILABILITY;
    }

    private static Architecture numbers() {
        if (!AVAILABILITY.isAvailable()) {
            throw new NotAvailableException(AVAILABILITY);
        }
        return ARCHITECTURE.orElseThrow();
    }

    private static void require() {
        numbers();
    }

    /** Returns the result of a call, or the negative error. A call gives -1 and leaves the reason elsewhere. */
    private static long result(long returned) {
        return returned < 0 ? -Native.getLastError() : returned;
    }

    /**
     * Returns the text of an error in the language of this process, as the exceptions of Java have it: strerror(3).
     *
     * @param error a number of {@link Errno}
     */
    public static String strerror(int error) {
        require();
        // Java decodes the same text by this property.
        return CLibrary.strerror(error).getString(0, System.getProperty("sun.jnu.encoding", "UTF-8"));
    }

    /** Returns the kernel's number of the calling thread. */
    public static int gettid() {
        return (int) CLibrary.syscall(numbers().gettid);
    }

    /** Returns the size of a page in bytes. */
    public static int pageSize() {
        require();
        return CLibrary.getpagesize();
    }

    /**
     * Calls sched_setaffinity(2).
     *
     * @param tid a thread, 0 for the calling one
     */
    public static int schedSetAffinity(int tid, IdSet processors) {
        require();
        byte[] mask = processors.toMask(processors.isEmpty() ? Long.BYTES : (processors.last() / 64 + 1) * Long.BYTES);
        return (int) result(CLibrary.sched_setaffinity(tid, mask.length, mask));
    }

    /**
     * Returns the processors of a thread.
     *
     * @param tid a thread, 0 for the calling one
     * @param error gets the kernel's error in its first element, 0 if there is none
     * @return empty after an error
     */
    public static IdSet schedGetAffinity(int tid, int[] error) {
        require();
        // The kernel refuses masks that are shorter than its own.
        for (int bytes = 1024; bytes <= MOST_MASK_BYTES; bytes *= 2) {
            byte[] mask = new byte[bytes];
            int result = (int) result(CLibrary.sched_getaffinity(tid, bytes, mask));
            error[0] = Math.min(0, result);
            if (result >= 0) {
                return IdSet.ofMask(mask);
            }
            if (result != -Errno.EINVAL) {
                break;
            }
        }
        return IdSet.none();
    }

    /**
     * Calls sched_getattr(2).
     *
     * @param tid a thread, 0 for the calling one
     * @param attributes gets them; {@link #schedulingAttributes} made it
     */
    public static int schedGetAttributes(int tid, byte[] attributes) {
        return (int) result(CLibrary.syscall(numbers().schedGetattr, tid, attributes, attributes.length, 0));
    }

    /**
     * Calls sched_setattr(2).
     *
     * @param tid a thread, 0 for the calling one
     */
    public static int schedSetAttributes(int tid, byte[] attributes) {
        return (int) result(CLibrary.syscall(numbers().schedSetattr, tid, attributes, 0));
    }

    /** Makes room for a {@code struct sched_attr} of its first version, which begins with its size. */
    public static byte[] schedulingAttributes() {
        byte[] attributes = new byte[SCHED_ATTR_BYTES];
        ByteBuffer.wrap(attributes).order(ByteOrder.nativeOrder()).putInt(SCHED_ATTR_BYTES);
        return attributes;
    }

    /**
     * Sets the policy of the calling thread.
     *
     * @param mode with its flags
     */
    public static int setMempolicy(int mode, IdSet nodes) {
        byte[] mask = nodes.toMask(NODE_BITS / 8);
        return (int) result(CLibrary.syscall(numbers().setMempolicy, mode, mask, NODE_BITS_ARGUMENT));
    }

    /**
     * Returns the policy of the calling thread.
     *
     * @param nodes gets the mask of nodes, {@link #nodeMask} made it
     * @return the mode with its flags
     */
    public static int getMempolicy(byte[] nodes) {
        int[] mode = new int[1];
        long result = result(CLibrary.syscall(numbers().getMempolicy, mode, nodes, NODE_BITS_ARGUMENT, 0, 0));
        return result < 0 ? (int) result : mode[0];
    }

    /** Makes room for the answer of {@link #getMempolicy}. */
    public static byte[] nodeMask() {
        return new byte[NODE_BITS / 8];
    }

    /** Returns the node of the page at an offset of a buffer; the page is brought into memory if it is not there. */
    public static int nodeOf(ByteBuffer buffer, long offset) {
        int flagNode = 1;
        int flagAddress = 2;
        int[] node = new int[1];
        long address = address(buffer) + offset;
        long result = result(CLibrary.syscall(
                numbers().getMempolicy, node, nodeMask(), NODE_BITS_ARGUMENT, address, flagNode | flagAddress));
        return result < 0 ? (int) result : node[0];
    }

    /** Returns the address of a direct buffer, its position left aside. */
    public static long address(ByteBuffer buffer) {
        require();
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    /**
     * Gives pages a policy.
     *
     * @param address of the first page
     */
    public static int mbind(long address, long length, int mode, IdSet nodes, int flags) {
        byte[] mask = nodes.toMask(NODE_BITS / 8);
        return (int) result(CLibrary.syscall(numbers().mbind, address, length, mode, mask, NODE_BITS_ARGUMENT, flags));
    }

    /** Returns a file descriptor. */
    public static int perfEventOpen(byte[] attributes, int tid, int processor, int group, long flags) {
        return (int) result(CLibrary.syscall(numbers().perfEventOpen, attributes, tid, processor, group, flags));
    }

    /** Calls ioctl(2). */
    public static int ioctl(int descriptor, long request, long argument) {
        require();
        return (int) result(CLibrary.ioctl(descriptor, request, argument));
    }

    /** Reads from a file, and returns the number of bytes. */
    public static int read(int descriptor, byte[] buffer) {
        require();
        return (int) result(CLibrary.read(descriptor, buffer, buffer.length));
    }

    /** Calls close(2). */
    public static int close(int descriptor) {
        require();
        return (int) result(CLibrary.close(descriptor));
    }

    /** Waits until a child has stopped; an error if it has ended and another call has taken its end. */
    public static int waitUntilStopped(int pid) {
        require();
        int result;
        do {
            result = (int) result(CLibrary.waitid(P_PID, pid, new byte[SIGINFO_BYTES], WSTOPPED));
        } while (result == -Errno.EINTR);
        return result;
    }

    /** Calls kill(2). */
    public static int kill(int pid, int signal) {
        require();
        return (int) result(CLibrary.kill(pid, signal));
    }
}
