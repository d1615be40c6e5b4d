package io.soabench.reports.chapters;

/** SQL expressions for numbers of the database as text in a sentence. */
final class SqlText {

    private SqlText() {}

    /** The levels of the intervals of the cases' means: one, or all that differ. */
    static final String LEVELS = "(select coalesce(listagg(distinct " + percent("confidence")
            + ", ' or ') within group (order by " + percent("confidence") + "), 'unknown') from v_suite_summary"
            + " where confidence is not null)";

    /** The name of the engine of a power law. Where an engine has laws in several suites, it has the name of the suite, too. */
    static final String ENGINE_OF_LAW =
            "case when engine in (select engine from v_power_law group by engine having count(distinct suite) > 1)"
                    + " then engine || ' (' || suite || ')' else engine end";

    /** Returns a number with three significant digits, or two below one; whole numbers as they are. */
    static String number(String value) {
        return "trim(to_char(" + value + ", case when " + value + " = floor(" + value + ") or abs(" + value
                + ") >= 100 then '999,999,999,990' when abs(" + value + ") >= 9.995 then '990.0' when abs(" + value
                + ") >= 0.1 then '0.00' when abs(" + value + ") >= 0.01 then '0.000' when abs(" + value
                + ") >= 0.0001 then '0.0000' else '0.000000' end))";
    }

    /**
     * Returns the name of a workload. Where several suites have it, the name has that of the suite, which distinguishes the cases of both.
     *
     * @param of the alias of a view that has both, with a dot, or empty
     */
    static String workload(String of) {
        return "case when " + of
                + "workload in (select workload from v_suite_summary group by workload having count(distinct suite) > 1) then "
                + of + "workload || ' (' || " + of + "suite || ')' else " + of + "workload end";
    }

    /** Returns a share as per cent with no more decimals than it needs, such as {@code 95 %}. */
    static String percent(String column) {
        return "regexp_replace(cast(cast(" + column + " * 100 as decimal(7, 3)) as varchar), '\\.?0+$', '') || ' %'";
    }
}
