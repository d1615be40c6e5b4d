package io.soabench.ansible;

import io.soabench.ansible.host.HostLine;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.ClockRecord.HostOffset;
import io.soabench.plan.ClockRecord.Reading;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The clocks of the hosts of one repetition, read before and after the load. */
final class HostClocks {

    private final Map<String, HostLine> lines;
    private final Path folder;
    private final Map<String, Reading> before = new LinkedHashMap<>();
    private final Map<String, Reading> after = new LinkedHashMap<>();

    /**
     * None read yet.
     *
     * @param lines to the hosts whose clocks are not the driver's
     * @param folder of the repetition
     */
    HostClocks(Map<String, HostLine> lines, Path folder) {
        this.lines = lines;
        this.folder = folder;
    }

    /** Reads all clocks before the load; clients begin by these readings. */
    void before() {
        read(before);
    }

    /** An instant of the driver's clock by that of a host, as it was read before the load. */
    long there(String host, long epochNs) {
        Reading reading = before.get(host);
        return reading == null ? epochNs : epochNs + reading.offsetNs();
    }

    /** Reads all clocks after the load. */
    void after() {
        read(after);
    }

    private void read(Map<String, Reading> into) {
        lines.forEach((host, line) -> line.clock().ifPresent(reading -> into.put(host, reading)));
        if (!lines.isEmpty()) {
            List<HostOffset> offsets = lines.keySet().stream()
                    .map(host -> new HostOffset(host, before.get(host), after.get(host)))
                    .toList();
            Json.write(folder.resolve(RunFiles.CLOCKS), new ClockRecord(ClockRecord.FORMAT, offsets));
        }
    }

    /** Hosts whose clocks were not read before the load. */
    List<String> unread() {
        return lines.keySet().stream().filter(host -> !before.containsKey(host)).toList();
    }
}
