package io.soabench.engine.overseer.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.SysTree;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class EventCatalogueTest {

    private static final String UNITS = "sys/bus/event_source/devices/";

    private final Path root = SysTree.memory();

    /** Returns a PC: one unit for all cores, one for a package. */
    private SysTree tree() {
        return SysTree.regular(root, 1, 2, 1)
                .file(UNITS + "cpu/type", "4")
                .file(UNITS + "cpu/format/event", "config:0-7,32-35")
                .file(UNITS + "cpu/format/umask", "config:8-15")
                .file(UNITS + "cpu/format/edge", "config:18")
                .file(UNITS + "cpu/format/ldlat", "config1:0-15")
                .file(UNITS + "cpu/events/cache-misses", "event=0x64,umask=0x09")
                .file(UNITS + "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3")
                .file(UNITS + "cpu/events/odd", "flavour=1")
                .file(UNITS + "cpu/events/wants", "event=?")
                .file(UNITS + "power/type", "9")
                .file(UNITS + "power/cpumask", "0")
                .file(UNITS + "power/format/event", "config:0-7")
                .file(UNITS + "power/events/energy-pkg", "event=0x02")
                .file(UNITS + "power/events/energy-pkg.unit", "Joules")
                .file(UNITS + "power/events/energy-pkg.scale", "2.3283064365386962890625e-10");
    }

    private EventCatalogue catalogue() {
        return new EventCatalogue(tree().write());
    }

    /** Numbers of {@code linux/perf_event.h}. */
    @Test
    void shouldKnowTheEventsOfTheKernel() {
        EventCatalogue catalogue = catalogue();

        assertThat(catalogue.parse("cycles"))
                .isEqualTo(CounterEvent.plain("cpu-cycles", CounterEventKind.HARDWARE, 0, 0));
        assertThat(catalogue.parse("branch-misses"))
                .extracting(CounterEvent::config)
                .isEqualTo(5L);
        assertThat(catalogue.parse("ref-cycles"))
                .extracting(CounterEvent::config)
                .isEqualTo(9L);
        assertThat(catalogue.parse("task-clock").config()).isEqualTo(1);
        assertThat(catalogue.parse("task-clock").unit()).isEqualTo("ns");
        assertThat(catalogue.parse("cs").config()).isEqualTo(3);
        assertThat(catalogue.parse("emulation-faults").config()).isEqualTo(8);
        assertThat(catalogue.parse("L1-dcache-loads").config()).isZero();
        assertThat(catalogue.parse("LLC-load-misses").config()).isEqualTo(0x10002);
        assertThat(catalogue.parse("dTLB-store-misses").config()).isEqualTo(0x10103);
        assertThat(catalogue.parse("node-prefetches").config()).isEqualTo(0x206);
        assertThat(catalogue.parse("node-prefetches").type()).isEqualTo(3);
        assertThat(catalogue.all().stream().filter(event -> event.kind() == CounterEventKind.CACHE))
                .hasSize(42);
    }

    @Test
    void shouldReadRawEvents() {
        assertThat(catalogue().parse("r01c2")).isEqualTo(CounterEvent.plain("r01c2", CounterEventKind.RAW, 4, 0x1c2));
        assertThat(catalogue().parse("rffffffffffffffff").config()).isEqualTo(-1);
    }

    @Test
    void shouldPutTermsIntoTheBitsOfTheirFormat() {
        CounterEvent event = catalogue().parse("cpu/event=0x3fe,umask=3,edge,ldlat=7/");

        assertThat(event.type()).isEqualTo(4);
        assertThat(event.config()).isEqualTo(0xfeL | (3L << 8) | (1L << 18) | (3L << 32));
        assertThat(event.config1()).isEqualTo(7);
        assertThat(event.kind()).isEqualTo(CounterEventKind.UNIT);
        assertThat(event.wholePackage()).isFalse();
        assertThat(catalogue().parse("cpu/config=0x1ff,config2=5/"))
                .extracting(CounterEvent::config, CounterEvent::config2)
                .containsExactly(0x1ffL, 5L);
    }

    @Test
    void shouldListTheEventsOfUnits() {
        EventCatalogue catalogue = catalogue();

        assertThat(catalogue.all().stream()
                        .filter(event -> event.kind() == CounterEventKind.UNIT)
                        .map(CounterEvent::name))
                .containsExactly("cpu/cache-misses/", "cpu/mem-loads/", "power/energy-pkg/");
        assertThat(catalogue.parse("cpu/cache-misses/").config()).isEqualTo(0x964);
        assertThat(catalogue.parse("cpu/mem-loads/").config1()).isEqualTo(3);
        assertThat(catalogue.parse("power/energy-pkg/").wholePackage()).isTrue();
        assertThat(catalogue.parse("power/energy-pkg/").unit()).isEqualTo("Joules");
        assertThat(catalogue.undescribed())
                .containsExactly(
                        "event 'cpu/odd/': unit cpu has no term 'flavour'; it has [edge, event, ldlat, umask]");
        assertThat(catalogue.coreUnits()).containsExactly("cpu");
    }

    @Test
    void shouldKeepTheUnitsOfHybridCoresApart() {
        EventCatalogue catalogue = new EventCatalogue(SysTree.regular(root, 1, 2, 1)
                .file(UNITS + "cpu_atom/type", "10")
                .file(UNITS + "cpu_atom/cpus", "1")
                .file(UNITS + "cpu_core/type", "4")
                .file(UNITS + "cpu_core/cpus", "0")
                .write());

        assertThat(catalogue.coreUnits()).containsExactly("cpu_atom", "cpu_core");
        CounterEvent event = catalogue.parse("cpu_atom/LLC-load-misses/");
        assertThat(event.type()).isEqualTo(3);
        assertThat(event.config()).isEqualTo((10L << 32) | 0x10002);
        assertThat(event.coresOnly()).contains(IdSet.of(1));
        assertThat(new CounterRefusal(catalogue.coreUnits(), "", "amd64").ambiguous(catalogue.parse("instructions")))
                .hasToString("unsupported: cores of several kinds count apart here: name a unit of"
                        + " [cpu_atom, cpu_core], such as cpu_atom/instructions/");
    }

    @Test
    void shouldReadListsInWhichCommasBetweenSlashesBelongToAnEvent() {
        assertThat(catalogue().parseList("cycles, cpu/event=1,umask=2/,r1").stream()
                        .map(CounterEvent::name))
                .containsExactly("cpu-cycles", "cpu/event=1,umask=2/", "r1");
    }

    @Test
    void shouldNameAllThatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> catalogue().parseList("cycle,cpu/flavour/,gpu/x/,cpu/umask=0x100/,cpu/umask=many/,"))
                .withMessage("there is no event 'cycle'; 'overseer counters' lists their names, raw events are r and"
                        + " hexadecimal digits, those of units unit/term=value/\n"
                        + "event 'cpu/flavour/': unit cpu has no term 'flavour'; it has [edge, event, ldlat, umask]\n"
                        + "there is no unit 'gpu' for event 'gpu/x/'; this machine has [cpu, power]\n"
                        + "event 'cpu/umask=0x100/': 256 is too large for term 'umask' (config:8-15)\n"
                        + "event 'cpu/umask=many/': 'umask=many' has no number\n"
                        + "there is no event ''; 'overseer counters' lists their names, raw events are r and"
                        + " hexadecimal digits, those of units unit/term=value/");
    }
}
