package io.soabench.metrics.process;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The content of {@code /proc} about one process at one instant.
 *
 * @param startTicks start of the process; distinguishes two processes with the same number
 * @param cpuTicks processor time of the process and of its children that ended and were waited for
 * @param residentKib, peakKib resident set, now and at its highest; empty for a process that ended
 * @param threads alive now; empty for a process that ended
 * @param writtenBytes sent to storage by the process and its waited-for children; empty when it may not be read
 */
record ProcessReading(
        long startTicks,
        long cpuTicks,
        OptionalLong residentKib,
        OptionalLong peakKib,
        OptionalLong threads,
        OptionalLong writtenBytes) {

    /**
     * The index of a field of {@code stat}. Index 0 is the field behind the program's name, the third field of proc(5).
     */
    private static final int UTIME = 11;

    private static final int CSTIME = 14;
    private static final int STARTTIME = 19;

    static ProcessReading of(Path proc, long pid) throws IOException {
        String stat = ProcFile.read(proc, pid, "stat").text();
        // The second field is the program's name in parentheses and may hold blanks and parentheses itself.
        List<String> fields =
                List.of(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1));
        long ticks = 0;
        for (int i = UTIME; i <= CSTIME; i++) {
            ticks += Long.parseLong(fields.get(i));
        }
        ProcFile status = ProcFile.read(proc, pid, "status");
        return new ProcessReading(
                Long.parseLong(fields.get(STARTTIME)),
                ticks,
                status.number("VmRSS:"),
                status.number("VmHWM:"),
                status.number("Threads:"),
                written(proc, pid));
    }

    private static OptionalLong written(Path proc, long pid) throws IOException {
        try {
            return ProcFile.read(proc, pid, "io").number("write_bytes:");
        } catch (AccessDeniedException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            // A kernel without task I/O accounting has no such file; a process that ended has none of the files.
            if (Files.exists(proc.resolve(Long.toString(pid)))) {
                return OptionalLong.empty();
            }
            throw e;
        }
    }
}
