package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that computes some records of a user wrongly: what is found, from the model to the report. */
final class RecordsIT {

    @TempDir
    Path folder;

    private List<String> rows(String query) throws SQLException {
        return Results.rows(folder.resolve("out/data/runs/latest"), query);
    }

    private void copyExample() throws IOException {
        Examples.copy("data", folder);
        Path model = folder.resolve("data.testbed");
        Files.writeString(model, Examples.light(Files.readString(model)));
    }

    private void edit(String file, String pattern, String changed) throws IOException {
        Path path = folder.resolve(file);
        String text = Files.readString(path);
        assertThat(text).containsPattern(pattern);
        Files.writeString(path, text.replaceAll(pattern, changed));
    }

    @Test
    void shouldNameTheRowsThatAreAnsweredWrongly() throws Exception {
        copyExample();
        edit("data.testbed", "repeat 2 +warm up 3 s +measure 8 s", "repeat 1 warm up 1 s measure 6 s");
        edit("data.testbed", "workload in \\(office, web\\)", "workload in (office)");
        edit("data.testbed", "report html, pdf, csv", "report html");
        // What is missed would fail the build, which is not what this test asks.
        edit("data.testbed", "(?m)^ *expect .*\\R", "");
        // Orders between 40 and 50 euros do not pay for the parcel. No first row of a class is one of them.
        edit("bpel/order.bpel", "&lt; 5000", "&lt; 4000");

        Measuring.done(() -> MavenCommand.outcome(folder, "run", "-Dtestbed=data.testbed", "-Dsoabench.output=out"));

        List<String> lines = Files.readAllLines(folder.resolve("data/orders.csv"));
        List<String> wrong = rows("select distinct file_line from v_failed_row where outcome = 'WRONG'");
        assertThat(wrong).isNotEmpty();
        assertThat(wrong).allSatisfy(number -> {
            String line = lines.get(Integer.parseInt(number) - 1);
            int total = Integer.parseInt(line.substring(line.lastIndexOf(',') + 1));
            assertThat(total - 490).as(line).isBetween(4_000, 4_999);
        });
        assertThat(rows("select count(*) from v_failed_row where example not like 'wrong value in row ' || file_line"
                        + " || ': confirmation/total is %, expected %'"))
                .containsExactly("0");
        assertThat(rows("select data, requests > 30, rows_sent > 30, failures = wrong, median_ms > 0 from v_data"
                        + " where repetition = 1"))
                .containsExactly("order.small TRUE TRUE TRUE TRUE", "order.large TRUE TRUE TRUE TRUE");
        assertThat(rows("select cause, origin from v_failure where repetition = 1"))
                .containsExactly("the answer does not contain what its row requires engine");
        assertThat(ReportText.of(folder.resolve("out/data/runs/latest")))
                .contains("By what was sent")
                .contains("Rows that were answered wrongly")
                .contains("wrong value in row " + wrong.get(0) + ": confirmation/total is");
    }
}
