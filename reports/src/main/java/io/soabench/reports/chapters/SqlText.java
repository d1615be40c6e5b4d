package io.soabench.reports.chapters;

/** Numbers of the database as text in a sentence: parts of queries. */
final class SqlText {

    private SqlText() {}

    /** The levels of the intervals of the cases' means: one, or all that differ. */
    static final String LEVELS = "(select coalesce(listagg(distinct " + percent("confidence")
            + ", ' or ') within group (order by " + percent("confidence") + "), 'unknown') from v_suite_summary"
            + " where confidence is not null)";

    /** A number with three digits that say something, or two below one; whole numbers as they are. */
    static String number(String value) {
        return "trim(to_char(" + value + ", case when " + value + " = floor(" + value + ") or abs(" + value
                + ") >= 100 then '999,999,999,990' when abs(" + value + ") >= 10 then '990.0' when abs(" + value
                + ") >= 0.1 then '0.00' when abs(" + value + ") >= 0.01 then '0.000' when abs(" + value
                + ") >= 0.0001 then '0.0000' else '0.000000' end))";
    }

    /**
     * The name of a workload; where several suites have it, with that of the suite, so that cases of both can be told apart.
     *
     * @param of the alias of a view that has both, with a dot, or empty
     */
    static String workload(String of) {
        return "case when " + of
                + "workload in (select workload from v_suite_summary group by workload having count(distinct suite) > 1) then "
                + of + "workload || ' (' || " + of + "suite || ')' else " + of + "workload end";
    }

    /** A share as per cent with no more decimals than it needs, such as {@code 95 %}. */
    static String percent(String column) {
        return "regexp_replace(cast(cast(" + column + " * 100 as decimal(7, 3)) as varchar), '\\.?0+$', '') || ' %'";
    }
}
