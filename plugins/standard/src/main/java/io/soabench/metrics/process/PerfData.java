package io.soabench.metrics.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The counters that a HotSpot virtual machine publishes in a shared file by default ({@code -XX:+UsePerfData}). The
 * format is 2.0 as in the JDK's {@code perfMemory.hpp}. The file is mapped: reading a counter needs no system call and
 * costs the observed machine nothing. Used by one thread.
 */
final class PerfData {

    private static final Pattern MAPPED = Pattern.compile("(?m) (/\\S.*/hsperfdata_[^/\\n]+/\\d+)( \\(deleted\\))?$");
    private static final int MAGIC = 0xcafec0c0;
    private static final int VERSION = 2;
    private static final int PROLOGUE = 32;
    private static final int ENTRY = 20;

    private final ByteBuffer memory;
    private final Map<String, Integer> longs = new HashMap<>();
    private int entries;

    /**
     * Reads the index of a virtual machine's counters.
     *
     * @throws IOException when the memory is of another format
     */
    PerfData(ByteBuffer memory) throws IOException {
        if (memory.limit() < PROLOGUE || memory.order(ByteOrder.BIG_ENDIAN).getInt(0) != MAGIC) {
            throw new IOException("no performance data of a HotSpot virtual machine");
        }
        if (memory.get(5) != VERSION) {
            throw new IOException("performance data have version " + memory.get(5) + ", but only 2 is known");
        }
        this.memory = memory.order(memory.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Maps the counters of a process.
     *
     * @param proc the folder {@code /proc}
     * @return {@code null} when the process is no virtual machine with such counters, or not yet
     */
    static PerfData of(Path proc, long pid) throws IOException {
        // The list of mappings proves that the file is of this process and not left over by another of the same number.
        Matcher mapped = MAPPED.matcher(ProcFile.read(proc, pid, "maps").text());
        if (!mapped.find()) {
            return null;
        }
        if (mapped.group(2) != null) {
            throw new IOException(mapped.group(1) + " was deleted while the server ran");
        }
        // As the server sees it, which may be in a container.
        return map(proc.resolve(Long.toString(pid)).resolve("root" + mapped.group(1)));
    }

    /** Maps a file {@code hsperfdata_<user>/<pid>}. */
    static PerfData map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new PerfData(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        }
    }

    /** Returns whether the virtual machine has begun and all its counters exist. */
    boolean complete() {
        return memory.get(7) != 0;
    }

    /** Returns the present value of a counter; empty when there is none of that name. */
    OptionalLong counter(String name) {
        if (entries != memory.getInt(28)) {
            index();
        }
        Integer offset = longs.get(name);
        return offset == null ? OptionalLong.empty() : OptionalLong.of(memory.getLong(offset));
    }

    private void index() {
        entries = memory.getInt(28);
        int at = memory.getInt(24);
        for (int i = 0; i < entries && at + ENTRY <= memory.limit(); i++) {
            int length = memory.getInt(at);
            if (length < ENTRY || at + length > memory.limit()) {
                // The virtual machine counts an entry before it fills it in. So the next look reads all entries again.
                entries = 0;
                return;
            }
            if (memory.get(at + 12) == 'J' && memory.getInt(at + 8) == 0) {
                longs.put(text(at + memory.getInt(at + 4), at + length), at + memory.getInt(at + 16));
            }
            at += length;
        }
    }

    private String text(int from, int limit) {
        int to = from;
        while (to < limit && memory.get(to) != 0) {
            to++;
        }
        byte[] name = new byte[to - from];
        memory.get(from, name);
        return new String(name, StandardCharsets.US_ASCII);
    }
}
