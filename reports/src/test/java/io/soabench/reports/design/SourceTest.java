package io.soabench.reports.design;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SourceTest {

    @Test
    void shouldHaveAParameterForEachPlaceOfAKey() {
        Source source =
                new Source("s", "select a, ': ' || b from v where c = :CASE_ID and d = :SERVER or c = :CASE_ID");

        assertThat(source.keys()).containsExactly("CASE_ID", "SERVER", "CASE_ID");
        assertThat(source.prepared())
                .isEqualTo("select a, ': ' || b from v where c = cast(? as varchar) and d = cast(? as varchar)"
                        + " or c = cast(? as varchar)");
    }

    @Test
    void shouldHaveNoKeyWhenTheQueryHasNone() {
        Source source = new Source("s", "select 'Repetition: 1, x::Y' from v");

        assertThat(source.keys()).isEmpty();
        assertThat(source.prepared()).isEqualTo(source.sql());
    }
}
