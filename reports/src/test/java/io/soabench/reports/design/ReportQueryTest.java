package io.soabench.reports.design;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReportQueryTest {

    @Test
    void shouldHaveAParameterForEachPlaceOfAKey() {
        ReportQuery source =
                new ReportQuery("s", "select a, ': ' || b from v where c = :CASE_ID and d = :SERVER or c = :CASE_ID");

        assertThat(source.keys()).containsExactly("CASE_ID", "SERVER", "CASE_ID");
        assertThat(source.prepared())
                .isEqualTo("select a, ': ' || b from v where c = cast(? as varchar) and d = cast(? as varchar)"
                        + " or c = cast(? as varchar)");
    }

    @Test
    void shouldHaveNoKeyWhenTheQueryHasNone() {
        ReportQuery source = new ReportQuery("s", "select 'Repetition: 1, x::Y' from v");

        assertThat(source.keys()).isEmpty();
        assertThat(source.prepared()).isEqualTo(source.sql());
    }
}
