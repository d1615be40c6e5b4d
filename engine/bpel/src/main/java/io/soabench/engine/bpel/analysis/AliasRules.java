package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.xpath.ExpressionNames;
import io.soabench.engine.bpel.xpath.XPath;
import java.util.Optional;

/** The rules about the queries of property aliases. */
final class AliasRules {
    private AliasRules() {}

    static void variablesAndFunctions(AnalysisInput subject, Problems problems) {
        for (PropertyAlias alias : subject.wsdl().propertyAliases()) {
            alias.query().ifPresent(query -> check(query, problems));
        }
    }

    private static void check(Expression query, Problems problems) {
        if (!Bpel.LANGUAGES.contains(query.language())) {
            problems.add(
                    "SA00004",
                    query.location(),
                    "the query language '" + query.language() + "' is not supported; use '"
                            + String.join("' or '", Bpel.LANGUAGES) + "'");
            return;
        }
        if (!query.language().equals(Bpel.XPATH)) {
            ExpressionNames names = ExpressionNames.in(query.text());
            boolean references = names.variables().stream().anyMatch(name -> !names.isLocal(name))
                    || names.calls().stream().anyMatch(call -> isBpel(call, query));
            if (references) {
                refer(query, problems);
            }
            return;
        }
        XPath.Parsed parsed = XPath.parse(query.text());
        Optional<XPath> path = parsed.expression();
        if (path.isEmpty()) {
            problems.add(
                    "XPATH-SYNTAX", query.location(), "'" + query.text() + "' is not XPath 1.0: " + parsed.error());
        } else if (!path.get().variables().isEmpty()
                || path.get().calls().stream().anyMatch(call -> isBpel(call, query))) {
            refer(query, problems);
        }
    }

    private static void refer(Expression query, Problems problems) {
        problems.add(
                "SA00029",
                query.location(),
                "'" + query.text() + "' must have neither variables nor functions of WS-BPEL");
    }

    private static boolean isBpel(XPath.FunctionCall call, Expression query) {
        return Bpel.NAMESPACE.equals(query.namespaces().get(call.function().prefix()));
    }
}
