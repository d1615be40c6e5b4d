package io.soabench.analyzer.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedStacksTest {

    /** Names as JDK 17 and 25 record them. */
    @ParameterizedTest
    @CsvSource({
        "a.Engine$$Lambda$45.1033917063, a.Engine$$Lambda",
        "a.Engine$$Lambda+0x00007f1e94001000.0x00007f1e94001000, a.Engine$$Lambda",
        "java.lang.invoke.LambdaForm$MH.0x000000000f00a400, java.lang.invoke.LambdaForm$MH",
        "java.lang.invoke.LambdaForm$DMH.1887400018, java.lang.invoke.LambdaForm$DMH",
        "jdk.internal.reflect.GeneratedMethodAccessor12, jdk.internal.reflect.GeneratedMethodAccessor",
        "a.Engine, a.Engine",
        "a.Engine$1, a.Engine$1",
        "a.b2, a.b2",
        "a.Cafe, a.Cafe"
    })
    void shouldNameAClassTheSameInEachVirtualMachine(String recorded, String stable) {
        assertThat(RecordedStacks.stable(recorded)).isEqualTo(stable);
    }
}
