package io.soabench.reports.runs;

/** How reports about several runs print numbers. */
final class NumberSql {

    private NumberSql() {}

    /** An SQL expression for a number with three digits or so. */
    static String three(String value) {
        return "case when " + value + " >= 100 then to_char(" + value + ", 'FM999,999,990') when " + value
                + " >= 10 then to_char(" + value + ", 'FM90.0') else to_char(" + value + ", 'FM0.00') end";
    }
}
