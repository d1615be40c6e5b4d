package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.MachineFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The events that this library and the kernel have names for. A listed event may be unavailable here:
 * {@link PerformanceCounters#survey} asks the kernel. Names are those of {@code perf list}. Immutable.
 *
 * <p>Source: P11 table I ({@code getSupportedEvents}); perf_event_open(2); the kernel's {@code
 * Documentation/ABI/testing/sysfs-bus-event_source-devices-format} and {@code …-events}.
 */
public final class EventCatalogue {

    private static final int TYPE_HARDWARE = 0;
    private static final int TYPE_SOFTWARE = 1;
    private static final int TYPE_CACHE = 3;
    private static final int TYPE_RAW = 4;
    private static final int PMU_TYPE_SHIFT = 32;

    /** The names in the order of their numbers. */
    private static final List<String> HARDWARE = List.of(
            "cpu-cycles",
            "instructions",
            "cache-references",
            "cache-misses",
            "branch-instructions",
            "branch-misses",
            "bus-cycles",
            "stalled-cycles-frontend",
            "stalled-cycles-backend",
            "ref-cycles");

    /** The names in the order of their numbers. */
    private static final List<String> SOFTWARE = List.of(
            "cpu-clock",
            "task-clock",
            "page-faults",
            "context-switches",
            "cpu-migrations",
            "minor-faults",
            "major-faults",
            "alignment-faults",
            "emulation-faults");

    private static final List<String> CACHES =
            List.of("L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node");

    /** Read, write, prefetch: the names of accesses and misses. */
    private static final List<List<String>> ACCESSES = List.of(
            List.of("loads", "load-misses"),
            List.of("stores", "store-misses"),
            List.of("prefetches", "prefetch-misses"));

    private static final Map<String, String> ALIASES = Map.of(
            "cycles", "cpu-cycles",
            "branches", "branch-instructions",
            "faults", "page-faults",
            "cs", "context-switches",
            "migrations", "cpu-migrations",
            "idle-cycles-frontend", "stalled-cycles-frontend",
            "idle-cycles-backend", "stalled-cycles-backend");

    private static final Pattern RAW = Pattern.compile("r([0-9a-fA-F]{1,16})");
    private static final Pattern UNIT = Pattern.compile("([\\w.-]+)/([^/]*)/");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");
    private static final Pattern FORMAT = Pattern.compile("(config[12]?):(.+)");

    private final Path devices;
    private final Map<String, CounterEvent> named = new LinkedHashMap<>();
    private final List<String> undescribed = new ArrayList<>();

    /** Reads the events of a machine. */
    public EventCatalogue(MachineFiles files) {
        devices = files.sys().resolve("bus/event_source/devices");
        for (int i = 0; i < HARDWARE.size(); i++) {
            add(CounterEvent.plain(HARDWARE.get(i), CounterEventKind.HARDWARE, TYPE_HARDWARE, i));
        }
        for (int i = 0; i < SOFTWARE.size(); i++) {
            String name = SOFTWARE.get(i);
            add(new CounterEvent(
                    name,
                    CounterEventKind.SOFTWARE,
                    TYPE_SOFTWARE,
                    i,
                    0,
                    0,
                    Optional.empty(),
                    false,
                    name.endsWith("-clock") ? "ns" : ""));
        }
        for (int cache = 0; cache < CACHES.size(); cache++) {
            for (int access = 0; access < ACCESSES.size(); access++) {
                for (int result = 0; result < 2; result++) {
                    add(CounterEvent.plain(
                            CACHES.get(cache) + "-" + ACCESSES.get(access).get(result),
                            CounterEventKind.CACHE,
                            TYPE_CACHE,
                            cache | ((long) access << 8) | ((long) result << 16)));
                }
            }
        }
        for (Path unit : entries(devices)) {
            for (Path event : entries(unit.resolve("events"))) {
                String name = unit.getFileName() + "/" + event.getFileName() + "/";
                boolean aside =
                        Stream.of(".scale", ".unit", ".snapshot", ".per-pkg").anyMatch(event.toString()::endsWith);
                // Events with a question mark need a parameter: they can be opened, but not listed.
                if (!aside && !MachineFiles.text(event).orElse("?").contains("?")) {
                    try {
                        add(parse(name));
                    } catch (IllegalArgumentException e) {
                        undescribed.add(e.getMessage());
                    }
                }
            }
        }
    }

    private void add(CounterEvent event) {
        named.put(event.name(), event);
    }

    private static List<Path> entries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be listed", e);
        }
    }

    /**
     * Returns all events with names: of hardware, of software, of caches, then of units in the order of their names.
     */
    public List<CounterEvent> all() {
        return List.copyOf(named.values());
    }

    /**
     * Returns the events of the kernel's units that could not be read, one sentence each: the kernel describes them by
     * unknown terms.
     */
    public List<String> undescribed() {
        return List.copyOf(undescribed);
    }

    /**
     * Returns the units that count for cores: one on most machines, none on many virtual ones, several on hybrid ones.
     */
    public List<String> coreUnits() {
        return entries(devices).stream()
                .filter(unit -> Files.exists(unit.resolve("cpus"))
                        || unit.getFileName().toString().equals("cpu"))
                .map(unit -> unit.getFileName().toString())
                .toList();
    }

    /**
     * Returns the event of a name: one of {@link #all} or an alias of {@code perf}, a raw one {@code rNNNN} in
     * hexadecimal digits, one of a unit {@code unit/event/} or {@code unit/term=value,…/}.
     *
     * @throws IllegalArgumentException with a sentence if no event has that name
     */
    public CounterEvent parse(String name) {
        CounterEvent known = named.get(ALIASES.getOrDefault(name, name));
        if (known != null) {
            return known;
        }
        Matcher raw = RAW.matcher(name);
        if (raw.matches()) {
            return CounterEvent.plain(name, CounterEventKind.RAW, TYPE_RAW, Long.parseUnsignedLong(raw.group(1), 16));
        }
        Matcher unit = UNIT.matcher(name);
        if (unit.matches()) {
            return ofUnit(name, unit.group(1), unit.group(2));
        }
        throw new IllegalArgumentException("there is no event '" + name
                + "'; 'overseer counters' lists their names, raw events are r and hexadecimal digits, those of units"
                + " unit/term=value/");
    }

    /**
     * Reads names of events, separated by commas. Commas between slashes belong to an event.
     *
     * @throws IllegalArgumentException with a sentence that names all wrong ones
     */
    public List<CounterEvent> parseList(String names) {
        List<CounterEvent> events = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String name : separated(names)) {
            try {
                events.add(parse(name));
            } catch (IllegalArgumentException e) {
                wrong.add(e.getMessage());
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", wrong));
        }
        return List.copyOf(events);
    }

    private static List<String> separated(String names) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < names.length(); i++) {
            char c = names.charAt(i);
            if (c == '/') {
                inside = !inside;
            }
            if (c == ',' && !inside) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString().strip());
        return parts;
    }

    private CounterEvent ofUnit(String name, String unit, String terms) {
        Path folder = devices.resolve(unit);
        int type = MachineFiles.text(folder.resolve("type"))
                .map(Integer::valueOf)
                .orElseThrow(() -> new IllegalArgumentException("there is no unit '" + unit + "' for event '" + name
                        + "'; this machine has "
                        + entries(devices).stream()
                                .map(one -> one.getFileName().toString())
                                .toList()));
        long[] configs = new long[3];
        String description = terms;
        Path event = folder.resolve("events").resolve(terms);
        if (!terms.isEmpty() && Files.isRegularFile(event)) {
            description = MachineFiles.text(event).orElse("");
        }
        boolean hybrid = coreUnits().size() > 1;
        Optional<IdSet> cpus =
                MachineFiles.text(folder.resolve("cpus")).filter(list -> hybrid).map(IdSet::parse);
        CounterEvent generic = named.get(ALIASES.getOrDefault(terms, terms));
        if (generic != null
                && generic.kind() != CounterEventKind.SOFTWARE
                && coreUnits().contains(unit)
                && !Files.isRegularFile(event)) {
            // Linux 5.13: the upper half has the unit that counts an event which all processors have.
            long config = generic.config() | ((long) type << PMU_TYPE_SHIFT);
            return new CounterEvent(name, CounterEventKind.UNIT, generic.type(), config, 0, 0, cpus, false, "");
        }
        for (String term : description.split(",", -1)) {
            String[] sides = term.strip().split("=", 2);
            // Perf's sampling rate and display name, which do not matter to a count.
            if (!List.of("period", "freq", "name").contains(sides[0])) {
                term(name, folder, sides[0], sides.length == 1 ? 1 : number(name, term, sides[1]), configs);
            }
        }
        return new CounterEvent(
                name,
                CounterEventKind.UNIT,
                type,
                configs[0],
                configs[1],
                configs[2],
                cpus,
                Files.exists(folder.resolve("cpumask")),
                MachineFiles.text(folder.resolve("events").resolve(terms + ".unit"))
                        .orElse(""));
    }

    private static long number(String name, String term, String digits) {
        try {
            return digits.startsWith("0x") ? Long.parseUnsignedLong(digits.substring(2), 16) : Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("event '" + name + "': '" + term + "' has no number", e);
        }
    }

    /** Puts a term's value into the bits that the unit's format gives it. */
    private static void term(String name, Path unit, String term, long value, long[] configs) {
        String where = term.matches("config[12]?")
                ? term + ":0-63"
                : MachineFiles.text(unit.resolve("format").resolve(term)).orElse("");
        Matcher format = FORMAT.matcher(where);
        if (term.isEmpty() || !format.matches()) {
            throw new IllegalArgumentException("event '" + name + "': unit " + unit.getFileName() + " has no term '"
                    + term + "'; it has "
                    + entries(unit.resolve("format")).stream()
                            .map(one -> one.getFileName().toString())
                            .toList());
        }
        int config = format.group(1).equals("config") ? 0 : format.group(1).charAt(6) - '0';
        long rest = value;
        for (String range : format.group(2).split(",", -1)) {
            Matcher bits = RANGE.matcher(range.strip());
            if (!bits.matches()) {
                throw new IllegalArgumentException(
                        "event '" + name + "': the format of term '" + term + "' is not understood: " + where);
            }
            int first = Integer.parseInt(bits.group(1));
            int last = bits.group(2) == null ? first : Integer.parseInt(bits.group(2));
            for (int bit = first; bit <= last && bit < Long.SIZE; bit++) {
                configs[config] |= (rest & 1) << bit;
                rest >>>= 1;
            }
        }
        if (rest != 0) {
            throw new IllegalArgumentException(
                    "event '" + name + "': " + value + " is too large for term '" + term + "' (" + where + ")");
        }
    }
}
