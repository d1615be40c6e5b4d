package io.soabench.analyzer.cases;

import io.soabench.plan.CasePlan;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The comparisons of engines that share the level of a run. Where a suite names a baseline, these are the comparisons with it: k − 1 of k
 * engines, in place of all k (k − 1) / 2 pairs. See Dunnett, "A multiple comparison procedure for comparing several treatments with a
 * control", 1955. The correction is that of all pairs, for fewer comparisons.
 */
public final class ComparisonFamily {

    private ComparisonFamily() {}

    /** Returns whether the comparison of two cases of a suite is one of the family. */
    public static boolean contains(CasePlan a, CasePlan b) {
        return !a.hasBaseline() || a.onBaseline() || b.onBaseline();
    }

    /** Returns the server with which all of these cases are compared; empty where they have none in common. */
    public static String baseline(Collection<CasePlan> cases) {
        Set<String> named = cases.stream().map(CasePlan::baseline).collect(Collectors.toSet());
        return named.size() == 1 ? named.iterator().next() : "";
    }

    /** Returns the number of comparisons of the engines of these cases. */
    public static int size(Collection<CasePlan> cases) {
        int engines = (int) cases.stream().map(CaseResult::engine).distinct().count();
        return baseline(cases).isEmpty() ? engines * (engines - 1) / 2 : engines - 1;
    }

    /** Returns a sentence about a comparison that is none of the family, with a blank before it; empty of one that is. */
    static String note(CasePlan a, CasePlan b) {
        return contains(a, b)
                ? ""
                : " This is no comparison with " + a.baseline()
                        + ", the baseline: its level is that of a single comparison.";
    }
}
