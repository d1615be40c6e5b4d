package io.soabench.engine.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;

/**
 * The usage of the threads with a name so far.
 *
 * @param cpuNs processor time
 * @param bytes memory allocated
 */
record ThreadUsage(long cpuNs, long bytes) {
    static ThreadUsage of(String prefix) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long cpuNs = 0;
        long bytes = 0;
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().startsWith(prefix)) {
                cpuNs += threads.getThreadCpuTime(info.getThreadId());
                bytes += threads.getThreadAllocatedBytes(info.getThreadId());
            }
        }
        return new ThreadUsage(cpuNs, bytes);
    }
}
