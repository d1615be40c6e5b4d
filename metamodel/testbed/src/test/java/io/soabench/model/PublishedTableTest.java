package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.PublishedTable.Problem;
import io.soabench.model.PublishedTable.Row;
import org.junit.jupiter.api.Test;

class PublishedTableTest {

    @Test
    void shouldReadNumbersInTheUnitsOfTheFirstLine() {
        PublishedTable seconds = PublishedTable.parse(
                "process,workload,max_s,min_s,avg_s,failure_percent,note\nWhile,L2,30.000,0.607,4.487,0.08,\n");
        PublishedTable milliseconds =
                PublishedTable.parse("workload,process,avg_ms,failure_ratio\r\nL2,While,4487,0.5\r\n");

        assertThat(seconds.problems()).isEmpty();
        assertThat(seconds.rows()).containsExactly(new Row(2, "While", "L2", 30000.0, 607.0, 4487.0, 0.0008, ""));
        assertThat(milliseconds.rows()).containsExactly(new Row(2, "While", "L2", null, null, 4487.0, 0.5, ""));
    }

    @Test
    void shouldTakeANoteForNumbersAndCommasWithinQuotes() {
        PublishedTable table =
                PublishedTable.parse("process,workload,avg_s,note\nWhile,H4,,\"stopped, \"\"saturated\"\"\"\n");

        assertThat(table.problems()).isEmpty();
        assertThat(table.rows())
                .containsExactly(new Row(2, "While", "H4", null, null, null, null, "stopped, \"saturated\""));
    }

    @Test
    void shouldNameLineAndColumnWhenANumberIsWrong() {
        PublishedTable table = PublishedTable.parse("process,workload,avg_s\nWhile,L1,0.5\nWhile,L2,0.5 s\nA,L1,-1\n");

        assertThat(table.rows()).hasSize(1);
        assertThat(table.problems())
                .containsExactly(
                        new Problem(3, 10, "\"0.5 s\" is no number; write e.g. 0.607, or nothing and a note"),
                        new Problem(4, 6, "\"-1\" is below 0"));
    }

    @Test
    void shouldRefuseANumberThatCannotBeComputedWith() {
        PublishedTable table =
                PublishedTable.parse("process,workload,avg_s\nWhile,L1,0.5\nWhile,L2,1e999\nA,L1,1e2147483647\n");

        assertThat(table.rows()).hasSize(1);
        assertThat(table.problems()).extracting(Problem::line).containsExactly(3, 4);
    }

    @Test
    void shouldRefuseRowsThatMakeNoSense() {
        PublishedTable table = PublishedTable.parse(
                """
                process,workload,max_s,min_s,failure_percent
                While,L1,1,2,0
                While,L2,2,1,101
                While,L3,2,1
                ,L4,2,1,0
                While,L5,2,1,0
                While,L5,2,1,0
                """);

        assertThat(table.rows()).hasSize(1);
        assertThat(table.problems()).extracting(Problem::line).containsExactly(2, 3, 4, 5, 7);
    }

    @Test
    void shouldRefuseAFileWithoutNamesOfColumns() {
        assertThat(PublishedTable.parse("").problems()).hasSize(1);
        assertThat(PublishedTable.parse("While,L1,0.5\n").problems()).hasSize(1);
        assertThat(PublishedTable.parse("process,workload,avg_s,avg_ms\nA,B,1,2\n")
                        .problems())
                .hasSize(1);
    }
}
