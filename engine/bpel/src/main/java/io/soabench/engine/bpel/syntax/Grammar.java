package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The grammar of executable processes (WS-BPEL 2.0, appendix E) as a table, and the check of a document against it. A
 * line of the table is {@code element: content ; attributes}. Content is a list of names in their order with {@code ? *
 * +}, alternatives with {@code |}, {@code ACTIVITY} for any activity, {@code TEXT} for mixed content, {@code ANY} for
 * any content. Attributes are {@code name=type}, with {@code !} if required. Used by one thread.
 */
final class Grammar {
    private static final String ACTIVITIES =
            "assign|compensate|compensateScope|empty|exit|extensionActivity|flow|forEach|if|invoke|pick"
                    + "|receive|repeatUntil|reply|rethrow|scope|sequence|throw|validate|wait|while";

    /** The parts of activities to which editors give names. */
    private static final Set<String> LABELLED =
            Set.of("onMessage", "onEvent", "onAlarm", "catch", "catchAll", "copy", "elseif", "else", "condition");

    private static final String STANDARD_CONTENT = "targets? sources? ";
    private static final String STANDARD = "name=ncname suppressJoinFailure=bool ";
    private static final String RECEIPT =
            "partnerLink!=ncname portType=qname operation!=ncname messageExchange=ncname variable=variable ";
    private static final String DECLARATIONS = "partnerLinks? messageExchanges? variables? correlationSets? ";

    private static final List<String> TABLE = List.of(
            "process: extensions? import* " + DECLARATIONS + "faultHandlers? eventHandlers? ACTIVITY"
                    + "; name!=ncname targetNamespace!=uri queryLanguage=uri expressionLanguage=uri"
                    + " suppressJoinFailure=bool exitOnStandardFault=bool",
            "extensions: extension+ ;",
            "extension: ; namespace!=uri mustUnderstand!=bool",
            "import: ; namespace=uri location=uri importType!=uri",
            "partnerLinks: partnerLink+ ;",
            "partnerLink: ; name!=ncname partnerLinkType!=qname myRole=ncname partnerRole=ncname"
                    + " initializePartnerRole=bool",
            "messageExchanges: messageExchange+ ;",
            "messageExchange: ; name!=ncname",
            "variables: variable+ ;",
            "variable: from? ; name!=variable messageType=qname type=qname element=qname",
            "correlationSets: correlationSet+ ;",
            "correlationSet: ; name!=ncname properties!=qnames",
            "faultHandlers: catch* catchAll? ;",
            "catch: ACTIVITY ; faultName=qname faultVariable=variable faultMessageType=qname faultElement=qname",
            "catchAll: ACTIVITY ;",
            "compensationHandler: ACTIVITY ;",
            "terminationHandler: ACTIVITY ;",
            "eventHandlers: onEvent* onAlarm* ;",
            "onEvent: correlations? fromParts? scope ; " + RECEIPT + "messageType=qname element=qname",
            "eventHandlers/onAlarm: for|until? repeatEvery? scope ;",
            "onMessage: correlations? fromParts? ACTIVITY ; " + RECEIPT,
            "onAlarm: for|until ACTIVITY ;",
            "for: TEXT ; expressionLanguage=uri",
            "until: TEXT ; expressionLanguage=uri",
            "repeatEvery: TEXT ; expressionLanguage=uri",
            "targets: joinCondition? target+ ;",
            "joinCondition: TEXT ; expressionLanguage=uri",
            "target: ; linkName!=ncname",
            "sources: source+ ;",
            "source: transitionCondition? ; linkName!=ncname",
            "transitionCondition: TEXT ; expressionLanguage=uri",
            "assign: " + STANDARD_CONTENT + "copy|extensionAssignOperation+ ; " + STANDARD + "validate=bool",
            "copy: from to ; keepSrcElementName=bool ignoreMissingFromData=bool",
            "from: TEXT literal|query? ; expressionLanguage=uri variable=variable part=ncname property=qname"
                    + " partnerLink=ncname endpointReference=myRole|partnerRole",
            "to: TEXT query? ; expressionLanguage=uri variable=variable part=ncname property=qname partnerLink=ncname",
            "query: TEXT ; queryLanguage=uri",
            "literal: ANY ;",
            "extensionAssignOperation: ANY ;",
            "extensionActivity: ANY ;",
            "compensate: " + STANDARD_CONTENT + "; " + STANDARD,
            "compensateScope: " + STANDARD_CONTENT + "; " + STANDARD + "target!=ncname",
            "empty: " + STANDARD_CONTENT + "; " + STANDARD,
            "exit: " + STANDARD_CONTENT + "; " + STANDARD,
            "rethrow: " + STANDARD_CONTENT + "; " + STANDARD,
            "flow: " + STANDARD_CONTENT + "links? ACTIVITY+ ; " + STANDARD,
            "links: link+ ;",
            "link: ; name!=ncname",
            "forEach: " + STANDARD_CONTENT + "startCounterValue finalCounterValue completionCondition? scope ; "
                    + STANDARD + "counterName!=variable parallel!=bool",
            "startCounterValue: TEXT ; expressionLanguage=uri",
            "finalCounterValue: TEXT ; expressionLanguage=uri",
            "completionCondition: branches? ;",
            "branches: TEXT ; expressionLanguage=uri successfulBranchesOnly=bool",
            "if: " + STANDARD_CONTENT + "condition ACTIVITY elseif* else? ; " + STANDARD,
            "elseif: condition ACTIVITY ;",
            "else: ACTIVITY ;",
            "condition: TEXT ; expressionLanguage=uri",
            "invoke: " + STANDARD_CONTENT
                    + "correlations? catch* catchAll? compensationHandler? toParts? fromParts? ; " + STANDARD
                    + "partnerLink!=ncname portType=qname operation!=ncname inputVariable=variable"
                    + " outputVariable=variable",
            "correlations: correlation+ ;",
            "correlation: ; set!=ncname initiate=yes|join|no",
            "invoke/correlations/correlation: ; set!=ncname initiate=yes|join|no"
                    + " pattern=request|response|request-response",
            "fromParts: fromPart+ ;",
            "fromPart: ; part!=ncname toVariable!=variable",
            "toParts: toPart+ ;",
            "toPart: ; part!=ncname fromVariable!=variable",
            "pick: " + STANDARD_CONTENT + "onMessage+ onAlarm* ; " + STANDARD + "createInstance=bool",
            "receive: " + STANDARD_CONTENT + "correlations? fromParts? ; " + STANDARD + RECEIPT + "createInstance=bool",
            "repeatUntil: " + STANDARD_CONTENT + "ACTIVITY condition ; " + STANDARD,
            "reply: " + STANDARD_CONTENT + "correlations? toParts? ; " + STANDARD + RECEIPT + "faultName=qname",
            "scope: " + STANDARD_CONTENT + DECLARATIONS
                    + "faultHandlers? compensationHandler? terminationHandler? eventHandlers? ACTIVITY ; " + STANDARD
                    + "isolated=bool exitOnStandardFault=bool",
            "sequence: " + STANDARD_CONTENT + "ACTIVITY+ ; " + STANDARD,
            "throw: " + STANDARD_CONTENT + "; " + STANDARD + "faultName!=qname faultVariable=variable",
            "validate: " + STANDARD_CONTENT + "; " + STANDARD + "variables!=variables",
            "wait: " + STANDARD_CONTENT + "for|until ; " + STANDARD,
            "while: " + STANDARD_CONTENT + "condition ACTIVITY ; " + STANDARD);

    private static final Map<String, Rule> RULES = rules();

    private final Problems problems;

    Grammar(Problems problems) {
        this.problems = problems;
    }

    /**
     * One place in a content model.
     *
     * @param names the allowed elements
     * @param optional true if no element is needed
     * @param repeated true if several elements are allowed
     * @param text the form in the table
     */
    private record ContentStep(Set<String> names, boolean optional, boolean repeated, String text) {}

    private record Rule(List<ContentStep> steps, boolean mixed, boolean any, Map<String, AttributeRule> attributes) {}

    private record AttributeRule(String name, String type, boolean required) {}

    private static Map<String, Rule> rules() {
        Map<String, Rule> rules = new HashMap<>();
        for (String line : TABLE) {
            int colon = line.indexOf(':');
            int semicolon = line.indexOf(';');
            List<String> content = words(line.substring(colon + 1, semicolon));
            List<String> attributes = words(line.substring(semicolon + 1));
            rules.put(
                    line.substring(0, colon),
                    new Rule(
                            content.stream()
                                    .filter(word -> !word.equals("TEXT") && !word.equals("ANY"))
                                    .map(Grammar::step)
                                    .toList(),
                            content.contains("TEXT"),
                            content.contains("ANY"),
                            attributes.stream()
                                    .map(Grammar::attributeRule)
                                    .collect(Collectors.toMap(AttributeRule::name, rule -> rule))));
        }
        return Map.copyOf(rules);
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+")).stream()
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static ContentStep step(String word) {
        char last = word.charAt(word.length() - 1);
        boolean quantified = "?*+".indexOf(last) >= 0;
        String names = quantified ? word.substring(0, word.length() - 1) : word;
        return new ContentStep(
                Set.of(names.replace("ACTIVITY", ACTIVITIES).split("\\|")),
                last == '?' || last == '*',
                last == '*' || last == '+',
                names.equals("ACTIVITY") ? "an activity" : "'" + names.replace("|", "' or '") + "'");
    }

    private static AttributeRule attributeRule(String word) {
        int equals = word.indexOf('=');
        boolean required = word.charAt(equals - 1) == '!';
        return new AttributeRule(
                word.substring(0, required ? equals - 1 : equals), word.substring(equals + 1), required);
    }

    static boolean isActivity(String localName) {
        return Set.of(ACTIVITIES.split("\\|")).contains(localName);
    }

    /** Checks an element and all elements below it; {@code outer} are the local names of the enclosing two elements. */
    void check(XmlElement element) {
        check(element, "", "");
    }

    private void check(XmlElement element, String parent, String grandparent) {
        String name = element.localName();
        Rule rule = RULES.get(grandparent + "/" + parent + "/" + name);
        rule = rule == null ? RULES.get(parent + "/" + name) : rule;
        rule = rule == null ? RULES.get(name) : rule;
        if (rule == null) {
            problems.add("BPEL-ELEMENT", element.location(), "'" + name + "' is not an element of WS-BPEL 2.0");
            return;
        }
        attributes(element, rule);
        if (rule.any()) {
            extension(element);
            return;
        }
        text(element, rule);
        if (name.equals("from") || name.equals("to")) {
            CopyVariants.check(element, problems);
        }
        List<XmlElement> children = element.elements()
                .filter(child -> child.namespace().equals(Bpel.NAMESPACE))
                .filter(child -> !child.localName().equals("documentation"))
                .toList();
        content(element, rule, children.stream().filter(Grammar::isKnown).toList());
        children.forEach(child -> check(child, name, parent));
    }

    /**
     * Checks an extension. Its content is free, but an extension activity has the standard attributes and elements
     * (section 10.9).
     */
    private void extension(XmlElement element) {
        boolean activity = element.localName().equals("extensionActivity");
        if (!activity && !element.localName().equals("extensionAssignOperation")) {
            return;
        }
        List<XmlElement> content = element.elements()
                .filter(child -> !child.is(Bpel.NAMESPACE, "documentation"))
                .toList();
        if (content.size() != 1 || content.get(0).namespace().equals(Bpel.NAMESPACE)) {
            problems.add(
                    "BPEL-CONTENT",
                    element.location(),
                    "'" + element.localName()
                            + "' needs exactly one element, of another namespace than that of WS-BPEL");
        } else if (activity) {
            standard(content.get(0));
        }
    }

    private void standard(XmlElement activity) {
        for (AttributeRule attribute : RULES.get("empty").attributes().values()) {
            activity.attribute(attribute.name())
                    .ifPresent(value ->
                            new AttributeValue(activity, attribute.name(), value).check(attribute.type(), problems));
        }
        activity.elements()
                .filter(child -> child.is(Bpel.NAMESPACE, "targets") || child.is(Bpel.NAMESPACE, "sources"))
                .forEach(child -> check(child, activity.localName(), "extensionActivity"));
    }

    private static boolean isKnown(XmlElement element) {
        return RULES.containsKey(element.localName());
    }

    /** Returns children in the order of the grammar; null if they have another problem than their order. */
    private static List<XmlElement> ordered(Rule rule, List<XmlElement> children) {
        List<XmlElement> ordered = new ArrayList<>();
        for (ContentStep step : rule.steps()) {
            List<XmlElement> of = children.stream()
                    .filter(child -> step.names().contains(child.localName()))
                    .toList();
            if ((of.isEmpty() && !step.optional()) || (of.size() > 1 && !step.repeated())) {
                return null;
            }
            ordered.addAll(of);
        }
        return ordered.size() == children.size() ? ordered : null;
    }

    /** Returns whether all children are allowed, but in another order. The first child that is too late is reported. */
    private boolean isDisordered(XmlElement element, Rule rule, List<XmlElement> children) {
        List<XmlElement> ordered = ordered(rule, children);
        if (ordered == null || ordered.equals(children)) {
            return false;
        }
        int latest = 0;
        int first = 0;
        while (ordered.indexOf(children.get(first)) >= latest) {
            latest = ordered.indexOf(children.get(first));
            first++;
        }
        problems.add(
                Leniency.CHILD_ORDER,
                "BPEL-CONTENT",
                children.get(first).location(),
                wrongPlace(element, rule, children.get(first)));
        return true;
    }

    private void content(XmlElement element, Rule rule, List<XmlElement> children) {
        if (isDisordered(element, rule, children)) {
            return;
        }
        int position = 0;
        for (ContentStep step : rule.steps()) {
            int before = position;
            while (position < children.size() && (step.repeated() || position == before)) {
                if (!step.names().contains(children.get(position).localName())) {
                    break;
                }
                position++;
            }
            if (position == before && !step.optional()) {
                XmlElement found = position < children.size() ? children.get(position) : null;
                if (found != null && expectedEarlier(rule, step, found)) {
                    unexpected(element, rule, found);
                    return;
                }
                missing(element, step, found);
                if (found != null && !expectedLater(rule, step, found)) {
                    return;
                }
            }
        }
        if (position < children.size()) {
            unexpected(element, rule, children.get(position));
        }
    }

    private static boolean expectedEarlier(Rule rule, ContentStep step, XmlElement child) {
        List<ContentStep> steps = rule.steps();
        return steps.subList(0, steps.indexOf(step)).stream()
                .anyMatch(earlier -> earlier.names().contains(child.localName()));
    }

    private static boolean expectedLater(Rule rule, ContentStep step, XmlElement child) {
        List<ContentStep> steps = rule.steps();
        return steps.subList(steps.indexOf(step) + 1, steps.size()).stream()
                .anyMatch(later -> later.names().contains(child.localName()));
    }

    private void missing(XmlElement element, ContentStep step, XmlElement found) {
        Location place = found == null ? element.location() : found.location();
        String instead = found == null ? "" : "; found '" + found.localName() + "' instead";
        problems.add("BPEL-CONTENT", place, "'" + element.localName() + "' needs " + step.text() + " here" + instead);
    }

    private void unexpected(XmlElement element, Rule rule, XmlElement child) {
        problems.add("BPEL-CONTENT", child.location(), wrongPlace(element, rule, child));
    }

    private static String wrongPlace(XmlElement element, Rule rule, XmlElement child) {
        boolean known = rule.steps().stream().anyMatch(step -> step.names().contains(child.localName()));
        return "'" + child.localName() + "' "
                + (known ? "stands in the wrong place or too often in '" : "is not allowed in '")
                + element.localName() + "'; " + allowed(rule);
    }

    private static String allowed(Rule rule) {
        return rule.steps().isEmpty()
                ? "it has no content"
                : "allowed in this order: "
                        + rule.steps().stream().map(ContentStep::text).collect(Collectors.joining(", "));
    }

    private void text(XmlElement element, Rule rule) {
        if (!rule.mixed()) {
            element.children().stream()
                    .filter(child -> child instanceof XmlText text && !text.isBlank())
                    .findFirst()
                    .ifPresent(child -> problems.add(
                            "BPEL-CONTENT", child.location(), "text is not allowed in '" + element.localName() + "'"));
        }
    }

    /** Returns whether an attribute is the name of a part of an activity. No reference to such a name exists. */
    private static boolean isLabel(XmlElement element, String attribute) {
        return attribute.equals("name") && LABELLED.contains(element.localName());
    }

    /** Returns whether an attribute is a query of version 1.1, beside a variable and without another query. */
    static boolean isOldQuery(XmlElement element, String attribute) {
        return attribute.equals("query")
                && (element.localName().equals("from") || element.localName().equals("to"))
                && element.attribute("variable").isPresent()
                && element.element(Bpel.NAMESPACE, "query").isEmpty();
    }

    private void attributes(XmlElement element, Rule rule) {
        Set<String> present = new HashSet<>();
        element.attributes().forEach((name, value) -> {
            if (!name.getNamespaceURI().isEmpty()) {
                return;
            }
            present.add(name.getLocalPart());
            AttributeRule attribute = rule.attributes().get(name.getLocalPart());
            if (attribute == null && isLabel(element, name.getLocalPart())) {
                problems.add(
                        Leniency.NEEDLESS_ATTRIBUTES,
                        "BPEL-ATTRIBUTE",
                        element.location().attribute(name.getLocalPart()),
                        "'" + element.localName() + "' has no attribute 'name'; remove it");
            } else if (attribute == null && isOldQuery(element, name.getLocalPart())) {
                problems.add(
                        Leniency.OLD_SYNTAX,
                        "BPEL-ATTRIBUTE",
                        element.location().attribute(name.getLocalPart()),
                        "'" + element.localName() + "' has no attribute 'query'; write it as an element 'query'");
            } else if (attribute == null) {
                problems.add(
                        "BPEL-ATTRIBUTE",
                        element.location().attribute(name.getLocalPart()),
                        "'" + element.localName() + "' has no attribute '" + name.getLocalPart() + "'; remove it");
            } else {
                new AttributeValue(element, attribute.name(), value).check(attribute.type(), problems);
            }
        });
        rule.attributes().values().stream()
                .filter(attribute -> attribute.required() && !present.contains(attribute.name()))
                .forEach(attribute -> problems.add(
                        "BPEL-ATTRIBUTE",
                        element.location(),
                        "'" + element.localName() + "' needs the attribute '" + attribute.name() + "'"));
    }
}
