package io.soabench.eclipse.start;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestbedSourceTest {

    @Test
    void shouldKnowTheSourceByTheEndingOfAFile() {
        assertThat(TestbedSource.of("/own/loan.bpel")).contains(TestbedSource.BPEL);
        assertThat(TestbedSource.of("loan.BPMN")).contains(TestbedSource.BPMN);
        assertThat(TestbedSource.of("loan.wsdl")).contains(TestbedSource.WSDL);
        assertThat(TestbedSource.of("loan.txt")).isEmpty();
        assertThat(TestbedSource.of("")).isEmpty();
    }
}
