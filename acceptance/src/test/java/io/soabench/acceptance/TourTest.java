package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which pages the comparison with a run lets pass. */
final class TourTest {

    private static final List<String> PAGE = List.of(
            "## 2. Compile",
            "| file | written by | what it is |",
            "| `plan.json` | [`Compilation`](x) | the plan |",
            "| `processes/engine/<process>/**` | [`ProcessPackages`](x) | the process |",
            "## 3. Run",
            "| `cases/<case>/<n>/samples-here.csv` | [`SampleFile`](x) | the measurement |");

    @TempDir
    Path testbed;

    private void write(String... files) throws IOException {
        for (String file : files) {
            Files.createDirectories(testbed.resolve(file).getParent());
            Files.writeString(testbed.resolve(file), "");
        }
    }

    @Test
    void shouldFindWhatIsMissingAndWhatIsNotNamed() throws IOException {
        Tour tour = new Tour(PAGE);
        write("compiled/plan.json", "compiled/processes/engine/A/bpel/a.bpel");
        assertThatThrownBy(() -> tour.assertTrueOf(testbed)).isInstanceOf(AssertionError.class);

        write("runs/20261122-120000/cases/A-office/1/samples-here.csv");
        assertThatCode(() -> tour.assertTrueOf(testbed)).doesNotThrowAnyException();

        write("runs/20261122-120000/environment-2.json");
        assertThatCode(() -> tour.assertTrueOf(testbed)).doesNotThrowAnyException();

        write("runs/20261122-120000/samples-here.csv");
        assertThatThrownBy(() -> tour.assertTrueOf(testbed)).isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldNotAcceptAPageWithoutFiles() {
        assertThatThrownBy(() -> new Tour(List.of("# Nothing")).assertTrueOf(testbed))
                .isInstanceOf(AssertionError.class);
    }
}
