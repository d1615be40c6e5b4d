package io.soabench.eclipse.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappingPresenterTest {

    @Test
    void shouldBreakBetweenWords() {
        assertThat(WrappingPresenter.wrapped("half of the answers take less", 12))
                .isEqualTo("half of the\nanswers take\nless");
    }

    @Test
    void shouldKeepLinesThatFit() {
        String text = "    response time 20 ms\n\n    reliability 99 %\n";

        assertThat(WrappingPresenter.wrapped(text, 24)).isEqualTo(text);
    }

    @Test
    void shouldNotDivideAWord() {
        assertThat(WrappingPresenter.wrapped("process/bpel/sequential.bpel is there", 10))
                .isEqualTo("process/bpel/sequential.bpel\nis there");
        assertThat(WrappingPresenter.wrapped("    process/bpel/sequential.bpel", 10))
                .isEqualTo("    process/bpel/sequential.bpel");
    }
}
