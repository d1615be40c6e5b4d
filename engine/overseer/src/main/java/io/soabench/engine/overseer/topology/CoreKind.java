package io.soabench.engine.overseer.topology;

/** The kind of a core beside the other cores of its machine. */
public enum CoreKind {
    /** All cores of the machine are alike, as far as the kernel reports. */
    UNIFORM("uniform"),
    /** The quick kind of a hybrid machine: Intel's P-cores, the big cores of big.LITTLE. */
    PERFORMANCE("performance"),
    /** The small kind of a hybrid machine: Intel's E-cores, the little cores of big.LITTLE. */
    EFFICIENCY("efficiency"),
    /** The smallest kind, away from the others' last-level cache: Intel's LP-E-cores. */
    LOW_POWER("low-power");

    private final String text;

    CoreKind(String text) {
        this.text = text;
    }

    /** Returns the printed name. */
    public String text() {
        return text;
    }
}
