package io.soabench.maven;

import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Plan;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A selection of cases by globs over their names: {@code *} stands for any text, {@code ?} for any character; commas
 * separate.
 */
final class CaseSelection {

    private final String glob;
    private final Pattern pattern;

    CaseSelection(String glob) {
        this.glob = glob;
        StringBuilder regex = new StringBuilder();
        for (char c : glob.strip().toCharArray()) {
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                case ',' -> regex.append('|');
                case ' ' -> {}
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        this.pattern = Pattern.compile(regex.toString());
    }

    /**
     * Returns the plan with the chosen cases only.
     *
     * @throws IllegalArgumentException when no case is chosen; the message names the existing cases
     */
    Plan of(Plan plan) {
        Set<String> chosen = plan.cases().stream()
                .map(CasePlan::id)
                .filter(id -> pattern.matcher(id).matches())
                .collect(Collectors.toSet());
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("no case matches \"" + glob + "\"; the cases are "
                    + String.join(", ", plan.cases().stream().map(CasePlan::id).toList()));
        }
        return only(plan, chosen);
    }

    /** Returns the plan with the cases of these names only. */
    static Plan only(Plan plan, Set<String> chosen) {
        List<CasePlan> cases =
                plan.cases().stream().filter(c -> chosen.contains(c.id())).toList();
        List<Execution> order =
                plan.order().stream().filter(e -> chosen.contains(e.caseId())).toList();
        return plan.withCases(cases, order);
    }
}
