package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Unit;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample's partner answers in 9.07 ms on average: 8 ms · exp(0.125). */
class TimeOutCheckTest {

    @TempDir
    Path temp;

    private List<String> warnings(String milliseconds) {
        ModelFixture model = new ModelFixture(temp.resolve("model" + milliseconds));
        model.suite.setTimeOut(ModelFixture.quantity(milliseconds, Unit.MILLISECOND));
        return new TestbedCompiler()
                .check(TestbedCompiler.Input.of(model.testbed, Set.of()), ModelFixture.types()).issues().stream()
                        .filter(issue -> issue.code() == IssueCode.PARTNER_TOO_SLOW)
                        .map(Issue::message)
                        .toList();
    }

    @Test
    void shouldWarnOnceOfAPartnerThatIsSlowerThanClientsWait() {
        assertThat(warnings("9"))
                .containsExactly(
                        "service \"quotes\" answers in 9.07 ms on average, but clients of suite \"Quick\" wait 9 ms only, so"
                                + " that most requests time out whatever the engine does; raise time-out");
        assertThat(warnings("10")).isEmpty();
    }
}
