package io.soabench.engine.overseer.thread;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.IdSet;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The NUMA policy of the calling thread, and of existing memory. A policy holds for pages that the thread touches first
 * from then on: pages of the Java heap were often touched by another thread, such as a collector's. Threads and
 * processes that the thread starts inherit its policy.
 *
 * <p>Source: set_mempolicy(2), get_mempolicy(2), mbind(2); P13 §4.5.1 and §4.5.2.
 */
public final class NumaMemory {

    private static final int MODE_BITS = 0xff;
    private static final int MPOL_MF_STRICT = 1;
    private static final int MPOL_MF_MOVE = 2;

    private NumaMemory() {}

    /**
     * Returns the policy of the calling thread.
     *
     * @throws NotAvailableException if the kernel has no NUMA, forbids the call, or has a policy that this library does not know
     */
    public static MemoryPolicy policy() {
        byte[] nodes = Linux.nodeMask();
        int mode = Linux.getMempolicy(nodes);
        if (mode < 0) {
            throw refused("get_mempolicy", -mode);
        }
        for (MemoryPolicy.Mode one : MemoryPolicy.Mode.values()) {
            if (one.number() == (mode & MODE_BITS)) {
                boolean named = one != MemoryPolicy.Mode.DEFAULT && one != MemoryPolicy.Mode.LOCAL;
                return new MemoryPolicy(one, named ? IdSet.ofMask(nodes) : IdSet.none());
            }
        }
        throw new NotAvailableException(Availability.unsupported("memory policy " + mode + " is not known here"));
    }

    /**
     * Sets the policy of the calling thread.
     *
     * @throws NotAvailableException if the kernel has no NUMA, forbids the call, or one of the nodes has no memory that this
     *     thread may use
     */
    public static void set(MemoryPolicy policy) {
        int result = Linux.setMempolicy(policy.mode().number(), policy.nodes());
        if (result == -Errno.EINVAL) {
            throw new NotAvailableException(
                    Availability.denied("nodes '" + policy.nodes() + "' have no memory that this thread may use"));
        }
        if (result < 0) {
            throw refused("set_mempolicy", -result);
        }
    }

    /**
     * Gives the whole pages within a direct buffer a policy of their own.
     *
     * @param buffer direct; its whole capacity counts, {@link ByteBuffer#alignedSlice} makes one of whole pages
     * @param move whether pages that are elsewhere already are moved
     * @throws IllegalArgumentException if the buffer is not direct or holds no whole page
     * @throws NotAvailableException as {@link #set}, or if a page could not be moved
     */
    public static void bind(ByteBuffer buffer, MemoryPolicy policy, boolean move) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("memory of the Java heap moves: pass a direct buffer");
        }
        long page = Linux.pageSize();
        long start = Linux.address(buffer);
        long first = (start + page - 1) / page * page;
        long end = (start + buffer.capacity()) / page * page;
        if (end <= first) {
            throw new IllegalArgumentException(
                    "a buffer of " + buffer.capacity() + " bytes holds no whole page of " + page);
        }
        int result = Linux.mbind(
                first, end - first, policy.mode().number(), policy.nodes(), move ? MPOL_MF_MOVE | MPOL_MF_STRICT : 0);
        if (result == -Errno.EINVAL) {
            throw new NotAvailableException(
                    Availability.denied("nodes '" + policy.nodes() + "' have no memory that this thread may use"));
        }
        if (result < 0) {
            throw refused("mbind", -result);
        }
    }

    /**
     * Returns the node of a page of a direct buffer. Touches the page.
     *
     * @param offset in bytes from the buffer's beginning
     * @throws NotAvailableException if the kernel has no NUMA or forbids the call
     */
    public static int nodeOf(ByteBuffer buffer, int offset) {
        Objects.checkIndex(offset, buffer.capacity());
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("memory of the Java heap moves: pass a direct buffer");
        }
        int result = Linux.nodeOf(buffer, offset);
        if (result < 0) {
            throw refused("get_mempolicy", -result);
        }
        return result;
    }

    private static NotAvailableException refused(String call, int error) {
        return new NotAvailableException(
                switch (error) {
                    case Errno.ENOSYS -> Availability.unsupported("this kernel was built without NUMA");
                    case Errno.EPERM ->
                        Availability.denied(
                                call + " is forbidden here (EPERM): a container needs the capability SYS_NICE for it");
                    default -> Availability.unsupported(call + " gives " + Errno.name(error));
                });
    }
}
