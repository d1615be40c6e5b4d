package io.soabench.reports.runs;

/** SQL expressions for the numbers in reports about several runs. */
final class NumberSql {

    private NumberSql() {}

    /** Returns an expression for a number with about three digits. */
    static String three(String value) {
        return "case when " + value + " >= 100 then to_char(" + value + ", 'FM999,999,990') when " + value
                + " >= 10 then to_char(" + value + ", 'FM90.0') else to_char(" + value + ", 'FM0.00') end";
    }
}
