package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.scheduling.TestKernel;
import org.junit.jupiter.api.Test;

/** A deployment forgets the versions that it has replaced when no instance can be there any more, and not before. */
class DeploymentTest {
    private static Deployment deployment() {
        return TestKernel.meeting(Frame::complete);
    }

    private static Deployment replacing(Deployment older) {
        Deployment newer = deployment();
        newer.replaces(older);
        return newer;
    }

    @Test
    void shouldKeepAnEmptyVersionUntilItIsClosed() {
        Deployment first = deployment();
        Deployment second = replacing(first);

        assertThat(second.olderInUse()).isSameAs(first);
        assertThat(first.started()).isTrue();
        first.close();

        assertThat(second.olderInUse()).isSameAs(first);
        first.ended();
        assertThat(second.olderInUse()).isNull();
    }

    @Test
    void shouldCountNothingWhenItIsClosed() {
        Deployment deployment = deployment();
        deployment.close();

        assertThat(deployment.started()).isFalse();
        assertThat(deployment.running()).isZero();
    }

    @Test
    void shouldPassOverVersionsThatAreClosedAndEmpty() {
        Deployment first = deployment();
        Deployment second = replacing(first);
        Deployment third = replacing(second);
        assertThat(first.started()).isTrue();
        first.close();
        second.close();

        assertThat(third.olderInUse()).isSameAs(first);
    }
}
