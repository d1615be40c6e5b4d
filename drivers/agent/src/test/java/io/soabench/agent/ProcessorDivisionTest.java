package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.protocol.HostPart;
import io.soabench.plan.Precedence;
import io.soabench.plan.Precedence.Why;
import io.soabench.plan.Yielding;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorDivisionTest {

    private static final List<String> COMMAND = List.of("java", "-jar", "a.jar");

    /** A machine whose processors are all cores. */
    private static List<List<Integer>> cores(int processors) {
        return IntStream.range(0, processors).mapToObj(List::of).toList();
    }

    /** A machine whose processors {@code k} and {@code k + processors / 2} are one core. */
    private static List<List<Integer>> twins(int processors) {
        return IntStream.range(0, processors / 2)
                .mapToObj(core -> List.of(core, core + processors / 2))
                .toList();
    }

    private static HostPart.Sharing shared(Yielding wish) {
        return new HostPart.Sharing("engine", true, wish);
    }

    private static Precedence of(int processors) {
        return ProcessorDivision.of(cores(processors), true, shared(null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            0  | NICE   | FEW_PROCESSORS    |      | ''
            1  | NICE   | FEW_PROCESSORS    |      | ''
            2  | NICE   | FEW_PROCESSORS    |      | ''
            3  | NICE   | FEW_PROCESSORS    |      | ''
            4  | CPUSET | ENOUGH_PROCESSORS | 2-3  | 0-1
            5  | CPUSET | ENOUGH_PROCESSORS | 2-4  | 0-1
            8  | CPUSET | ENOUGH_PROCESSORS | 2-7  | 0-1
            16 | CPUSET | ENOUGH_PROCESSORS | 4-15 | 0-3
            """)
    void shouldDivideProcessorsWhereThereAreEnough(
            int processors, Yielding yielding, Why why, String own, String others) {
        assertThat(of(processors)).isEqualTo(new Precedence(yielding, why, processors, own == null ? "" : own, others));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16})
    void shouldLeaveAServerAloneThatSharesItsMachineWithNobody(int processors) {
        for (Yielding wish : Yielding.values()) {
            assertThat(ProcessorDivision.of(cores(processors), true, new HostPart.Sharing("engine", false, wish)))
                    .isEqualTo(new Precedence(Yielding.NONE, Why.ALONE, processors, "", ""));
        }
    }

    @Test
    void shouldNotCutCoresInTwo() {
        assertThat(ProcessorDivision.of(twins(4), true, shared(null)))
                .extracting(Precedence::others, Precedence::own)
                .containsExactly("0,2", "1,3");
        assertThat(ProcessorDivision.of(twins(8), true, shared(null)))
                .extracting(Precedence::others, Precedence::own)
                .containsExactly("0,4", "1-3,5-7");
    }

    /** Of a core with eight threads nothing would be left to the engine. */
    @Test
    void shouldCutCoresThatAreTooLarge() {
        List<List<Integer>> one = List.of(List.of(0, 1, 2, 3, 4, 5, 6, 7));

        assertThat(ProcessorDivision.of(one, true, shared(null)))
                .extracting(Precedence::others, Precedence::own)
                .containsExactly("0-1", "2-7");
    }

    @Test
    void shouldStayWithNiceWhereProgramsCannotBePutOnProcessors() {
        assertThat(ProcessorDivision.of(cores(8), false, shared(null)))
                .isEqualTo(new Precedence(Yielding.NICE, Why.NO_TASKSET, 8, "", ""));
        assertThat(ProcessorDivision.of(cores(8), false, shared(Yielding.CPUSET)))
                .isEqualTo(new Precedence(Yielding.NICE, Why.NO_TASKSET, 8, "", ""));
    }

    @Test
    void shouldDoWhatTheUserWants() {
        assertThat(ProcessorDivision.of(cores(8), true, shared(Yielding.NONE)))
                .isEqualTo(new Precedence(Yielding.NONE, Why.WISH, 8, "", ""));
        assertThat(ProcessorDivision.of(cores(8), true, shared(Yielding.NICE)))
                .isEqualTo(new Precedence(Yielding.NICE, Why.WISH, 8, "", ""));
        assertThat(ProcessorDivision.of(cores(2), true, shared(Yielding.CPUSET)))
                .isEqualTo(new Precedence(Yielding.CPUSET, Why.WISH, 2, "1", "0"));
        assertThat(ProcessorDivision.of(twins(2), true, shared(Yielding.CPUSET)))
                .as("two threads of a core")
                .isEqualTo(new Precedence(Yielding.CPUSET, Why.WISH, 2, "1", "0"));
        assertThat(ProcessorDivision.of(cores(1), true, shared(Yielding.CPUSET)))
                .as("nothing can be divided")
                .isEqualTo(new Precedence(Yielding.NICE, Why.FEW_PROCESSORS, 1, "", ""));
    }

    @Test
    void shouldPutTheServerUnderTestBehindTheOthersOrEachOnItsProcessors() {
        assertThat(ProcessorDivision.command(of(2), true, COMMAND))
                .containsExactly("nice", "-n", "10", "java", "-jar", "a.jar");
        assertThat(ProcessorDivision.command(of(2), false, COMMAND)).isEqualTo(COMMAND);
        assertThat(ProcessorDivision.command(of(8), true, COMMAND))
                .containsExactly("taskset", "-c", "2-7", "java", "-jar", "a.jar");
        assertThat(ProcessorDivision.command(of(8), false, COMMAND))
                .containsExactly("taskset", "-c", "0-1", "java", "-jar", "a.jar");
        assertThat(ProcessorDivision.command(
                        ProcessorDivision.of(cores(8), true, shared(Yielding.NONE)), true, COMMAND))
                .isEqualTo(COMMAND);
    }
}
