package io.soabench.eclipse.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.start.StartedTestbed;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NextStepsTest {

    private static String told(List<String> notes, List<String> waitsFor, List<Issue> left) {
        return NextSteps.of(new StartedTestbed(Path.of("a.testbed"), List.of(), notes, waitsFor, left));
    }

    @Test
    void shouldSayThatItRuns() {
        assertThat(told(List.of(), List.of(), List.of()))
                .isEqualTo(
                        "It runs as it is. Run As > SOABench in its menu runs it, in a few minutes. What you should adapt is said in its comments.");
    }

    @Test
    void shouldSayWhatKeepsItFromEnding() {
        assertThat(told(List.of(), List.of("cancel"), List.of()))
                .startsWith("It can be run, but instances wait for \"cancel\", which the load does not send; ");
    }

    @Test
    void shouldSayWhereToLookBeforeItRuns() {
        Issue issue = new Issue(
                Issue.Severity.ERROR, IssueCode.BPEL_INVALID, new Place(Path.of("a.testbed"), 1, 1), "no process");

        assertThat(told(List.of(), List.of(), List.of(issue)))
                .startsWith("Before it runs, what is marked in it must be corrected. The Problems view lists it.")
                .doesNotContain("Run As");
    }

    @Test
    void shouldTellWhatWasChosen() {
        assertThat(told(List.of("quote.wsdl was added", "the process waits by itself"), List.of(), List.of()))
                .endsWith("comments.\n\n\u2022 quote.wsdl was added.\n\u2022 The process waits by itself.");
    }
}
