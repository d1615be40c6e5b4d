package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.PendingWork;
import io.soabench.plan.CallTree;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.StagePlan;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that an engine has taken and not completed: two bursts of a second with 100 requests each, and pauses. */
final class PendingWorkTest {

    private static final List<StagePlan> BURSTS = List.of(
            new StagePlan("burst", 0, 1_000, 100, 100),
            new StagePlan("pause", 1_000, 5_000, 0, 0),
            new StagePlan("burst", 5_000, 6_000, 100, 100),
            new StagePlan("pause", 6_000, 10_000, 0, 0));

    @TempDir
    private Path folder;

    private RunFixture run(boolean oneWay) {
        ProcessPlan process = new ProcessPlan(
                "Process",
                ProcessPlan.Visibility.WHITE_BOX,
                "",
                oneWay,
                "",
                "",
                Map.of(),
                List.of(new PartnerPlan("quote", SamplePlan.SERVICE, 1)),
                CallTree.call("quote", "ask", true));
        return new RunFixture(
                folder,
                RunFixture.plan(1, 1, 1)
                        .withProcesses(List.of(process))
                        .withWorkloads(List.of(new WorkloadPlan(
                                "office", WorkloadPlan.Load.OPEN, 0, 20, "", BURSTS, List.of(), List.of(), null))));
    }

    /** Requests that are taken after 1 ms; of those of the first burst each instance needs 2.5 seconds more, of the second none. */
    private void write(RunFixture run, int calls) throws IOException {
        RunFixture.Repetition written = run.repetition("case1", 1).open();
        for (int i = 0; i < 200; i++) {
            double at = (i < 100 ? 0 : 4_000) + i * 10.0;
            String uiid = "office.1." + (i + 1);
            written.request(uiid, at, 1, "OK");
            if (i < calls) {
                written.call(uiid, 1, at + (i < 100 ? 2_500 : 0) + 2, 0, "OK");
            }
        }
        written.write();
    }

    @Test
    void shouldCountAOneWayRequestUntilItsInstanceHasCalledThePartner() throws IOException, SQLException {
        RunFixture run = run(true);
        write(run, 200);

        PendingWork work = run.result().series().pending();

        assertThat(work.stretches())
                .containsExactly(
                        new PendingWork.Stretch("burst", 1, 100, 100), new PendingWork.Stretch("burst", 6, 100, 0));
        assertThat(work.completed()).isEqualTo(200);
        assertThat(work.completedPerS()).isEqualTo(20);
        assertThat(rows("select at_s, pending from v_pending where at_s in (1, 2, 3, 4, 6) order by at_s"))
                .containsExactly("1.0 100", "2.0 100", "3.0 50", "4.0 0", "6.0 0");
        assertThat(rows("select position, pending from v_stretch")).containsExactly("1 100", "2 0");
    }

    @Test
    void shouldLeaveRequestsPendingWhoseInstanceNeverCalls() throws IOException {
        RunFixture run = run(true);
        write(run, 150);

        PendingWork work = run.result().series().pending();

        assertThat(work.stretches().get(1)).isEqualTo(new PendingWork.Stretch("burst", 6, 100, 50));
        assertThat(work.completed()).isEqualTo(150);
    }

    @Test
    void shouldTakeTheAnswerForTheEndWhereThereIsOne() throws IOException {
        RunFixture run = run(false);
        write(run, 200);

        assertThat(run.result().series().pending().stretches())
                .extracting(PendingWork.Stretch::pending)
                .containsExactly(0L, 0L);
    }

    private List<String> rows(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(folder), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1) + " " + rows.getString(2));
            }
            return found;
        }
    }
}
