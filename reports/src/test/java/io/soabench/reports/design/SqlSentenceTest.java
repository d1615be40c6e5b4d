package io.soabench.reports.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Templates of sentences as expressions of SQL. */
final class SqlSentenceTest {

    @Test
    void shouldQuoteWordsAndFillGaps() {
        assertThat(SqlSentence.of("Of {} engines {} kept up, Student's t", "count(*)", "kept"))
                .isEqualTo("'Of ' || count(*) || ' engines ' || kept || ' kept up, Student''s t'");
    }

    @Test
    void shouldTakeAGapAtEitherEnd() {
        assertThat(SqlSentence.of("{} under {}", "engine", "workload")).isEqualTo("engine || ' under ' || workload");
    }

    @Test
    void shouldKeepATemplateWithoutGaps() {
        assertThat(SqlSentence.of("nothing")).isEqualTo("'nothing'");
        assertThat(SqlSentence.of("")).isEqualTo("''");
    }

    @Test
    void shouldRefuseANumberOfExpressionsThatIsNotThatOfTheGaps() {
        assertThatIllegalArgumentException().isThrownBy(() -> SqlSentence.of("{} and {}", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> SqlSentence.of("{}", "a", "b"));
    }

    @Test
    void shouldChooseByACondition() {
        assertThat(SqlSentence.when("a > 1", SqlSentence.of("more")))
                .isEqualTo("case when a > 1 then 'more' else '' end");
    }
}
