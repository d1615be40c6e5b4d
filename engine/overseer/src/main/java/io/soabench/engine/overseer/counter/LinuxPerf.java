package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.topology.MachineFiles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Path;

/** The kernel of this machine. Source: perf_event_open(2), {@code linux/perf_event.h}. */
final class LinuxPerf implements PerfCalls {

    /** The size {@code PERF_ATTR_SIZE_VER5}; kernels take shorter and longer structures whose rest is zero. */
    private static final int ATTRIBUTES_BYTES = 112;

    private static final int SIZE_AT = 4;
    private static final int CONFIG_AT = 8;
    private static final int READ_FORMAT_AT = 32;
    private static final int FLAGS_AT = 40;
    private static final int CONFIG1_AT = 56;
    private static final int CONFIG2_AT = 64;

    private static final long DISABLED = 1;
    private static final long INHERIT = 1L << 1;
    private static final long EXCLUDE_KERNEL = 1L << 5;
    private static final long EXCLUDE_HYPERVISOR = 1L << 6;
    private static final long ENABLE_ON_EXEC = 1L << 12;

    private static final long FORMAT_TIMES = 1 | 2;
    private static final long FORMAT_GROUP = 8;
    private static final long CLOSE_ON_EXEC = 8;
    private static final long ENABLE = 0x2400;
    private static final long DISABLE = 0x2401;

    @Override
    public int open(CounterEvent event, CounterTarget target, int group, boolean userOnly) {
        boolean leads = group < 0;
        long flags = leads ? DISABLED : 0;
        flags |= target.inherited() ? INHERIT : 0;
        flags |= userOnly ? EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR : 0;
        flags |= leads && target.onExec() ? ENABLE_ON_EXEC : 0;
        byte[] attributes = new byte[ATTRIBUTES_BYTES];
        ByteBuffer.wrap(attributes)
                .order(ByteOrder.nativeOrder())
                .putInt(0, event.type())
                .putInt(SIZE_AT, ATTRIBUTES_BYTES)
                .putLong(CONFIG_AT, event.config())
                .putLong(READ_FORMAT_AT, FORMAT_TIMES | FORMAT_GROUP)
                .putLong(FLAGS_AT, flags)
                .putLong(CONFIG1_AT, event.config1())
                .putLong(CONFIG2_AT, event.config2());
        return Linux.perfEventOpen(attributes, target.tid(), target.processor(), group, CLOSE_ON_EXEC);
    }

    @Override
    public int enable(int leader) {
        return Linux.ioctl(leader, ENABLE, 0);
    }

    @Override
    public int disable(int leader) {
        return Linux.ioctl(leader, DISABLE, 0);
    }

    /** Reads the counters of a group. The kernel writes the number of members, the two times, and the counts. */
    @Override
    public int read(int leader, long[] into) {
        byte[] bytes = new byte[Long.BYTES * (into.length + 1)];
        int read = Linux.read(leader, bytes);
        if (read < 0) {
            return read;
        }
        LongBuffer numbers =
                ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer();
        if (read != bytes.length || numbers.get() != into.length - 2L) {
            return -Errno.EINVAL;
        }
        numbers.get(into);
        return 0;
    }

    @Override
    public int close(int descriptor) {
        return Linux.close(descriptor);
    }

    @Override
    public String paranoid() {
        return MachineFiles.text(Path.of("/proc/sys/kernel/perf_event_paranoid"))
                .orElse("");
    }
}
