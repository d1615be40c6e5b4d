package io.soabench.engine.overseer.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.MachineFiles;
import io.soabench.engine.overseer.topology.SysTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With a kernel that was made up: as many counters as a test wants, any error, time that the test lets pass. */
final class CounterSetTest {

    /** Groups of at most so many counters of the processor; one group at a time has them. */
    private static final class MadeUpKernel implements PerfCalls {
        private final Map<Integer, List<CounterEvent>> groups = new HashMap<>();
        private final Map<Integer, long[]> numbers = new HashMap<>();
        private final Map<String, Integer> errors = new HashMap<>();
        private final List<String> log = new ArrayList<>();
        private int counters = 2;
        private boolean kernelForbidden;
        private int next = 3;

        @Override
        public int open(CounterEvent event, CounterTarget target, int group, boolean userOnly) {
            if (errors.containsKey(event.name())) {
                return -errors.get(event.name());
            }
            if (kernelForbidden && !userOnly) {
                return -Errno.EACCES;
            }
            int descriptor = next++;
            List<CounterEvent> members =
                    groups.computeIfAbsent(group < 0 ? descriptor : group, leader -> new ArrayList<>());
            if (members.stream()
                                    .filter(one -> one.kind() != CounterEventKind.SOFTWARE)
                                    .count()
                            >= counters
                    && event.kind() != CounterEventKind.SOFTWARE) {
                return -Errno.EINVAL;
            }
            members.add(event);
            log.add("open " + descriptor);
            return descriptor;
        }

        @Override
        public int enable(int leader) {
            log.add("enable " + leader);
            return 0;
        }

        @Override
        public int disable(int leader) {
            log.add("disable " + leader);
            return 0;
        }

        @Override
        public int read(int leader, long[] into) {
            long[] now = numbers.getOrDefault(leader, new long[into.length]);
            System.arraycopy(now, 0, into, 0, into.length);
            return 0;
        }

        @Override
        public int close(int descriptor) {
            log.add("close " + descriptor);
            return 0;
        }

        @Override
        public String paranoid() {
            return "2";
        }
    }

    private final Path root = SysTree.memory();

    private final MadeUpKernel kernel = new MadeUpKernel();
    private MachineFiles files;
    private String machine = "aarch64";

    @BeforeEach
    void writeAMachineWithAPmu() {
        files = SysTree.regular(root, 1, 2, 1)
                .file("sys/bus/event_source/devices/cpu/type", "4")
                .file("sys/bus/event_source/devices/power/type", "9")
                .file("sys/bus/event_source/devices/power/cpumask", "0")
                .file("sys/bus/event_source/devices/power/format/event", "config:0-7")
                .write();
    }

    private CounterSet open(String names) {
        return open(names, CounterTarget.ofThread(42));
    }

    private CounterSet open(String names, CounterTarget target) {
        EventCatalogue catalogue = new EventCatalogue(files);
        return new PerformanceCounters(catalogue, kernel, Availability.available(), machine)
                .open(catalogue.parseList(names), target);
    }

    private static Map<String, String> texts(CounterSet set) {
        return set.read().stream()
                .collect(Collectors.toMap(
                        reading -> reading.event().name() + (reading.userOnly() ? ":u" : ""),
                        reading -> reading.value().isPresent()
                                ? Long.toString(reading.value().getAsLong())
                                : reading.availability().toString()));
    }

    @Test
    void shouldReadAGroupAtOnceAndWhatTheKernelCountsApart() {
        CounterSet set = open("cycles,instructions,task-clock");
        kernel.numbers.put(3, new long[] {1000, 1000, 400, 800});
        kernel.numbers.put(5, new long[] {2000, 2000, 2000});

        assertThat(texts(set))
                .containsOnly(entry("cpu-cycles", "400"), entry("instructions", "800"), entry("task-clock", "2000"));
        set.start();
        set.stop();
        set.close();
        set.close();
        assertThat(kernel.log)
                .containsExactly(
                        "open 3",
                        "open 4",
                        "open 5",
                        "enable 3",
                        "enable 5",
                        "disable 3",
                        "disable 5",
                        "close 4",
                        "close 3",
                        "close 5");
    }

    @Test
    void shouldBeginAnotherGroupWhereTheProcessorHasTooFewCounters() {
        CounterSet set = open("cycles,instructions,cache-misses,branch-misses,task-clock");
        kernel.numbers.put(3, new long[] {1000, 250, 100, 200});
        kernel.numbers.put(6, new long[] {1000, 750, 30, 60});
        kernel.numbers.put(8, new long[] {1000, 1000, 1000});

        assertThat(texts(set))
                .as("scaled to the whole time, but for what the kernel counts")
                .containsOnly(
                        entry("cpu-cycles", "400"),
                        entry("instructions", "800"),
                        entry("cache-misses", "40"),
                        entry("branch-misses", "80"),
                        entry("task-clock", "1000"));
        assertThat(set.read().get(0).share()).isEqualTo(0.25);
        assertThat(set.read().get(0).isScaled()).isTrue();
        set.start();
        assertThat(kernel.log).containsSubsequence("enable 3", "enable 6");
    }

    @Test
    void shouldNeverSayZeroForWhatWasNotCounted() {
        CounterSet set = open("cycles,instructions,cache-misses");

        assertThat(texts(set).values()).containsOnly("not counted: nothing ran while it was started");

        kernel.numbers.put(3, new long[] {1000, 1000, 0, 7});
        kernel.numbers.put(6, new long[] {1000, 0, 0});
        assertThat(texts(set))
                .containsOnly(
                        entry("cpu-cycles", "0"),
                        entry("instructions", "7"),
                        entry("cache-misses", "not counted: no counter was free"));
    }

    @Test
    void shouldCountFromTheLastReset() {
        kernel.numbers.put(3, new long[] {500, 500, 10});
        CounterSet set = open("task-clock");
        kernel.numbers.put(3, new long[] {1500, 1500, 110});

        assertThat(texts(set)).containsOnly(entry("task-clock", "100"));
        set.reset();
        kernel.numbers.put(3, new long[] {1600, 1600, 115});
        assertThat(texts(set)).containsOnly(entry("task-clock", "5"));
        assertThat(set.read().get(0).enabledNs()).isEqualTo(100);
    }

    @Test
    void shouldSayWhatTheMachineDoesNotHave() {
        kernel.errors.put("bus-cycles", Errno.ENOENT);
        kernel.errors.put("alignment-faults", Errno.EOPNOTSUPP);
        kernel.errors.put("r1", Errno.EINVAL);
        kernel.errors.put("node-loads", Errno.EBUSY);

        assertThat(texts(open("bus-cycles,alignment-faults,r1,node-loads")))
                .containsOnly(
                        entry("bus-cycles", "unsupported: this PMU has no such event (ENOENT)"),
                        entry("alignment-faults", "unsupported: this kernel has no such event (EOPNOTSUPP)"),
                        entry("r1", "unsupported: the kernel does not take it for thread 42 (EINVAL)"),
                        entry("node-loads", "denied: another program has the counters for itself"));
    }

    /** The kernel would count zero for ever. */
    @Test
    void shouldSayWhatNeverHappensOnThisKindOfMachine() {
        machine = "amd64";

        assertThat(texts(open("alignment-faults,emulation-faults")).values())
                .containsOnly("unsupported: the kernel never counts it on amd64");
    }

    @Test
    void shouldSayThatThereIsNoPmu() {
        files = SysTree.regular(root.resolve("virtual"), 1, 2, 1).write();
        kernel.errors.put("cpu-cycles", Errno.ENOENT);
        kernel.errors.put("LLC-loads", Errno.ENOENT);

        assertThat(texts(open("cycles,LLC-loads")).values()).containsOnly("unsupported: no PMU");
    }

    /** Without the kernel's part switches and migrations would read 0. */
    @Test
    void shouldCountWithoutTheKernelWhereThatMeansSomething() {
        kernel.kernelForbidden = true;
        CounterSet set = open("instructions,context-switches,cpu-migrations,page-faults");
        kernel.numbers.put(3, new long[] {10, 10, 5});
        kernel.numbers.put(4, new long[] {10, 10, 6});

        assertThat(texts(set))
                .containsOnly(
                        entry("instructions:u", "5"),
                        entry("context-switches", "denied: perf_event_paranoid=2"),
                        entry("cpu-migrations", "denied: perf_event_paranoid=2"),
                        entry("page-faults:u", "6"));
    }

    @Test
    void shouldSayThatAContainerMayForbidTheCall() {
        kernel.errors.put("task-clock", Errno.EPERM);

        assertThat(texts(open("task-clock")).values())
                .containsOnly("denied: perf_event_paranoid=2, or a container forbids the call");
    }

    @Test
    void shouldBindWhatIsCountedForPackagesToProcessorsOnly() {
        assertThat(texts(open("power/event=2/")).values())
                .containsOnly("unsupported: it is counted for a whole package, bind it to a processor");

        CounterSet set = open("power/event=2/", CounterTarget.ofProcessor(0));
        kernel.numbers.put(3, new long[] {10, 10, 77});
        assertThat(texts(set).values()).containsOnly("77");
    }

    @Test
    void shouldNotGuessOnHybridMachines() {
        files = SysTree.regular(root.resolve("hybrid"), 1, 2, 1)
                .file("sys/bus/event_source/devices/cpu_atom/type", "10")
                .file("sys/bus/event_source/devices/cpu_atom/cpus", "1")
                .file("sys/bus/event_source/devices/cpu_core/type", "4")
                .file("sys/bus/event_source/devices/cpu_core/cpus", "0")
                .write();
        CounterSet set = open("r1c2,cpu_atom/instructions/");
        kernel.numbers.put(3, new long[] {1000, 400, 50});

        assertThat(texts(set))
                .containsOnly(
                        entry(
                                "r1c2",
                                "unsupported: cores of several kinds count apart here: name a unit of"
                                        + " [cpu_atom, cpu_core], such as cpu_atom/config=0x1c2/"),
                        entry("cpu_atom/instructions/", "50"));
        assertThat(set.read().get(1).isScaled())
                .as("the rest of the time it ran on the other kind")
                .isFalse();
    }

    @Test
    void shouldRefuseAThreadThatIsNotThere() {
        kernel.errors.put("task-clock", Errno.ESRCH);

        assertThatExceptionOfType(NotAvailableException.class)
                .isThrownBy(() -> open("cycles,task-clock"))
                .withMessage("unsupported: there is no thread 42");
        assertThat(kernel.log).as("what was opened is closed").containsExactly("open 3", "close 3");
    }

    @Test
    void shouldNotBeUsedAfterItWasClosed() {
        CounterSet set = open("task-clock");
        set.close();

        assertThatIllegalStateException().isThrownBy(set::read).withMessage("the counters of thread 42 are closed");
    }

    @Test
    void shouldBindToAThreadOrAProcessor() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CounterTarget(-1, -1, false, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new CounterTarget(1, 1, false, false));
        assertThat(CounterTarget.ofProcessor(3)).hasToString("processor 3");
        assertThat(CounterTarget.ofProgram(3)).hasToString("thread 3 and what it starts");
    }

    @Test
    void shouldSurveyAllEventsThatHaveNames() {
        EventCatalogue catalogue = new EventCatalogue(files);
        kernel.errors.put("cpu-cycles", Errno.ENOENT);

        Map<CounterEvent, Availability> answers = new PerformanceCounters(
                        catalogue, kernel, Availability.available(), machine)
                .survey(CounterTarget.ofThread(42));

        assertThat(answers.keySet()).containsExactlyElementsOf(catalogue.all());
        assertThat(answers.get(catalogue.parse("cycles")).isAvailable()).isFalse();
        assertThat(answers.get(catalogue.parse("instructions")).isAvailable()).isTrue();
        assertThat(kernel.log.stream().filter(line -> line.startsWith("open")))
                .hasSameSizeAs(kernel.log.stream()
                        .filter(line -> line.startsWith("close"))
                        .toList());
        assertThat(new PerformanceCounters(
                                catalogue, kernel, Availability.unsupported("this is Plan 9, not Linux"), machine)
                        .survey(CounterTarget.ofThread(42))
                        .values())
                .as("elsewhere")
                .containsOnly(Availability.unsupported("this is Plan 9, not Linux"));
    }
}
