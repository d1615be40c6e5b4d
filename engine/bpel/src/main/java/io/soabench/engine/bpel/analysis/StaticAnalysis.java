package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.syntax.BpelProcess;
import java.util.List;

/** The static analysis of a process by all rules. No state. */
public final class StaticAnalysis {
    private static final List<Rule> RULES = List.of(
            new Rule("SA00001", DeclarationRules::outputFirstOperations),
            new Rule("SA00003", HandlerRules::standardFaultsThatExit),
            new Rule("SA00004", DeclarationRules::languages),
            new Rule("SA00006", HandlerRules::rethrowOutsideFaultHandler),
            new Rule("SA00007", HandlerRules::compensateScopeOutsideHandler),
            new Rule("SA00008", HandlerRules::compensateOutsideHandler),
            new Rule("SA00009", DeclarationRules::mandatoryExtensions),
            new Rule("SA00015", StartRules::noStartActivity),
            new Rule("SA00016", DeclarationRules::partnerLinkWithoutRole),
            new Rule("SA00017", DeclarationRules::initializeWithoutPartnerRole),
            new Rule("SA00018", DeclarationRules::partnerLinkNames),
            new Rule("SA00022", DeclarationRules::ambiguousAliases),
            new Rule("SA00023", DeclarationRules::variableNames),
            new Rule("SA00025", DeclarationRules::variableTypes),
            new Rule("SA00029", AliasRules::variablesAndFunctions),
            new Rule("SA00044", DeclarationRules::correlationSetNames),
            new Rule("SA00045", DeclarationRules::correlationPropertyTypes),
            new Rule("SA00051", MessageRules::inputVariableWithToParts),
            new Rule("SA00052", MessageRules::outputVariableWithFromParts),
            new Rule("SA00055", MessageRules::receiveVariableWithFromParts),
            new Rule("SA00056", StartRules::activitiesBeforeStart),
            new Rule("SA00057", StartRules::correlationOfSeveralStarts),
            new Rule("SA00059", MessageRules::replyVariableWithToParts),
            new Rule("SA00060", MessageExchangeRules::unmarkedPairs),
            new Rule("SA00061", MessageExchangeRules::unpairedExchanges),
            new Rule("SA00062", StartRules::alarmsOfStartPick),
            new Rule("SA00063", MessageRules::messageVariableWithFromParts),
            new Rule("SA00064", LinkRules::names),
            new Rule("SA00066", LinkRules::ends),
            new Rule("SA00067", LinkRules::sameEnds),
            new Rule("SA00068", LinkRules::repeatedSources),
            new Rule("SA00069", LinkRules::repeatedTargets),
            new Rule("SA00070", LinkRules::repeatableBoundaries),
            new Rule("SA00071", LinkRules::handlerBoundaries),
            new Rule("SA00072", LinkRules::cycles),
            new Rule("SA00074", LoopRules::counterBounds),
            new Rule("SA00075", LoopRules::branchCount),
            new Rule("SA00076", LoopRules::counterName),
            new Rule("SA00078", HandlerRules::compensationTargetWithoutHandler),
            new Rule("SA00079", HandlerRules::compensationHandlerInHandlerRoot),
            new Rule("SA00080", HandlerRules::emptyFaultHandlers),
            new Rule("SA00081", HandlerRules::faultVariableTypes),
            new Rule("SA00082", LinkRules::peerScopeCycles),
            new Rule("SA00083", OnEventRules::emptyEventHandlers),
            new Rule("SA00085", OnEventRules::variableWithFromParts),
            new Rule("SA00086", OnEventRules::explicitVariables),
            new Rule("SA00087", OnEventRules::messageType),
            new Rule("SA00090", OnEventRules::variableType),
            new Rule("SA00091", ScopeRules::nestedIsolation),
            new Rule("SA00091", ScopeRules::isolatedCompensation),
            new Rule("SA00092", ScopeRules::names),
            new Rule("SA00093", HandlerRules::identicalCatches));

    private StaticAnalysis() {}

    /** Adds a problem for each violation of a rule. */
    public static void check(BpelProcess process, WsdlDefinitions wsdl, Problems problems) {
        AnalysisInput subject = new AnalysisInput(process, wsdl);
        RULES.forEach(rule -> rule.check().check(subject, problems));
    }

    /** Returns the numbers of the rules that are checked here, sorted. */
    public static List<String> codes() {
        return RULES.stream().map(Rule::code).sorted().toList();
    }
}
