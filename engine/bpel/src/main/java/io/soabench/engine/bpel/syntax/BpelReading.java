package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * A converter of the elements of a process into records. The grammar is checked first; a missing element is read as an
 * empty one. Used by one thread.
 */
public final class BpelReading {
    /** The words for yes: that of the standard, and those of XML Schema. */
    static final Set<String> YES = Set.of("yes", "true", "1");
    /** The words for no. */
    static final Set<String> NO = Set.of("no", "false", "0");
    /** The patterns of version 1.1, with the present pattern of the same meaning. */
    static final Map<String, Correlation.Pattern> OLD_PATTERNS = Map.of(
            "out", Correlation.Pattern.REQUEST,
            "in", Correlation.Pattern.RESPONSE,
            "out-in", Correlation.Pattern.REQUEST_RESPONSE);

    private String queryLanguage = Bpel.XPATH;
    private String expressionLanguage = Bpel.XPATH;
    private final ActivityReading activities = new ActivityReading(this);

    private BpelReading() {}

    /**
     * Reads a process.
     *
     * @return empty if the root element is not that of an executable process; records with gaps if problems have been
     *     added
     */
    public static Optional<BpelProcess> read(XmlElement root, Problems problems) {
        if (!root.is(Bpel.NAMESPACE, "process")) {
            problems.add("BPEL-ROOT", root.location(), rootMessage(root));
            return Optional.empty();
        }
        new Grammar(problems).check(root);
        return Optional.of(new BpelReading().process(root));
    }

    private static String rootMessage(XmlElement root) {
        if (root.is(Bpel.ABSTRACT, "process")) {
            return "this is an abstract process, which cannot be executed; its namespace must be '" + Bpel.NAMESPACE
                    + "'";
        }
        return "expected 'process' of namespace '" + Bpel.NAMESPACE + "', found '" + root.localName()
                + "' of namespace '" + root.namespace() + "'";
    }

    private BpelProcess process(XmlElement root) {
        queryLanguage = language(root, "queryLanguage").orElse(Bpel.XPATH);
        expressionLanguage = language(root, "expressionLanguage").orElse(Bpel.XPATH);
        List<Extension> extensions = children(root, "extensions")
                .flatMap(list -> children(list, "extension"))
                .map(e -> new Extension(
                        text(e, "namespace").orElse(""),
                        yes(e, "mustUnderstand").orElse(false),
                        e.location()))
                .toList();
        List<Import> imports = children(root, "import")
                .map(e -> new Import(
                        text(e, "namespace"),
                        text(e, "location"),
                        text(e, "importType").orElse(""),
                        e.location()))
                .toList();
        return new BpelProcess(
                text(root, "name").orElse(""),
                text(root, "targetNamespace").orElse(""),
                queryLanguage,
                expressionLanguage,
                yes(root, "suppressJoinFailure").orElse(false),
                extensions,
                imports,
                body(root),
                root.namespaces(),
                root.location());
    }

    ScopeBody body(XmlElement e) {
        return new ScopeBody(
                declarations(e, "partnerLinks", "partnerLink", this::partnerLink),
                declarations(
                        e,
                        "messageExchanges",
                        "messageExchange",
                        m -> new MessageExchangeDeclaration(text(m, "name").orElse(""), m.location())),
                declarations(e, "variables", "variable", this::variable),
                declarations(
                        e,
                        "correlationSets",
                        "correlationSet",
                        c -> new CorrelationSetDeclaration(
                                text(c, "name").orElse(""), names(c, "properties"), c.location())),
                child(e, "faultHandlers").map(this::faultHandlers),
                child(e, "eventHandlers").map(this::eventHandlers),
                child(e, "compensationHandler").map(this::handler),
                child(e, "terminationHandler").map(this::handler),
                yes(e, "exitOnStandardFault"),
                activity(e));
    }

    private PartnerLinkDeclaration partnerLink(XmlElement e) {
        return new PartnerLinkDeclaration(
                text(e, "name").orElse(""),
                name(e, "partnerLinkType").orElse(new QName("")),
                text(e, "myRole"),
                text(e, "partnerRole"),
                yes(e, "initializePartnerRole"),
                e.location());
    }

    private VariableDeclaration variable(XmlElement e) {
        return new VariableDeclaration(
                text(e, "name").orElse(""),
                name(e, "messageType"),
                name(e, "type"),
                name(e, "element"),
                child(e, "from").map(this::from),
                e.location());
    }

    private FaultHandlers faultHandlers(XmlElement e) {
        return new FaultHandlers(catches(e), child(e, "catchAll").map(this::handler), e.location());
    }

    List<Catch> catches(XmlElement e) {
        return children(e, "catch")
                .map(c -> new Catch(
                        name(c, "faultName"),
                        text(c, "faultVariable"),
                        name(c, "faultMessageType"),
                        name(c, "faultElement"),
                        activity(c),
                        c.location()))
                .toList();
    }

    private EventHandlers eventHandlers(XmlElement e) {
        List<OnEvent> events = new ArrayList<>();
        children(e, "onEvent").forEach(event -> {
            Receipt receipt = receipt(event);
            events.add(new OnEvent(
                    receipt, name(event, "messageType"), name(event, "element"), scopeIn(event), event.location()));
        });
        return new EventHandlers(
                events, children(e, "onAlarm").map(this::onAlarm).toList(), e.location());
    }

    OnAlarm onAlarm(XmlElement e) {
        return new OnAlarm(alarm(e), activity(e), e.location());
    }

    Alarm alarm(XmlElement e) {
        return new Alarm(expressionIn(e, "for"), expressionIn(e, "until"), expressionIn(e, "repeatEvery"));
    }

    Receipt receipt(XmlElement e) {
        return new Receipt(
                text(e, "partnerLink").orElse(""),
                name(e, "portType"),
                text(e, "operation").orElse(""),
                text(e, "variable"),
                text(e, "messageExchange"),
                correlations(e),
                fromParts(e),
                child(e, "fromParts").isPresent(),
                e.location());
    }

    List<Correlation> correlations(XmlElement e) {
        return children(e, "correlations")
                .flatMap(list -> children(list, "correlation"))
                .map(c -> new Correlation(
                        text(c, "set").orElse(""),
                        switch (text(c, "initiate").orElse("no")) {
                            case "yes" -> Correlation.Initiate.YES;
                            case "join" -> Correlation.Initiate.JOIN;
                            default -> Correlation.Initiate.NO;
                        },
                        text(c, "pattern").flatMap(BpelReading::pattern),
                        c.location()))
                .toList();
    }

    private static Optional<Correlation.Pattern> pattern(String text) {
        return switch (text) {
            case "request" -> Optional.of(Correlation.Pattern.REQUEST);
            case "response" -> Optional.of(Correlation.Pattern.RESPONSE);
            case "request-response" -> Optional.of(Correlation.Pattern.REQUEST_RESPONSE);
            default -> Optional.ofNullable(OLD_PATTERNS.get(text));
        };
    }

    List<FromPart> fromParts(XmlElement e) {
        return children(e, "fromParts")
                .flatMap(list -> children(list, "fromPart"))
                .map(p -> new FromPart(
                        text(p, "part").orElse(""), text(p, "toVariable").orElse(""), p.location()))
                .toList();
    }

    List<ToPart> toParts(XmlElement e) {
        return children(e, "toParts")
                .flatMap(list -> children(list, "toPart"))
                .map(p -> new ToPart(
                        text(p, "part").orElse(""), text(p, "fromVariable").orElse(""), p.location()))
                .toList();
    }

    Handler handler(XmlElement e) {
        return new Handler(activity(e), e.location());
    }

    /** Returns the activity inside an element; an {@code empty} replaces a missing one. */
    ActivityElement activity(XmlElement e) {
        return children(e)
                .filter(child -> Grammar.isActivity(child.localName()))
                .findFirst()
                .map(activities::read)
                .orElseGet(() -> new Empty(missing(e.location(), e)));
    }

    /** Returns the scope inside an element; an empty one replaces a missing one. */
    Scope scopeIn(XmlElement e) {
        Optional<XmlElement> scope = child(e, "scope");
        if (scope.isPresent() && activities.read(scope.get()) instanceof Scope read) {
            return read;
        }
        return new Scope(missing(e.location(), e), false, body(e));
    }

    private static ActivityHeader missing(Location location, XmlElement e) {
        return new ActivityHeader(
                Optional.empty(), Optional.empty(), List.of(), Optional.empty(), List.of(), e.namespaces(), location);
    }

    From from(XmlElement e) {
        Optional<String> variable = text(e, "variable");
        if (text(e, "partnerLink").isPresent()) {
            return new FromPartnerLink(
                    text(e, "partnerLink").get(),
                    text(e, "endpointReference").orElse("").equals("myRole"),
                    e.location());
        }
        if (variable.isPresent() && name(e, "property").isPresent()) {
            return new FromProperty(variable.get(), name(e, "property").get(), e.location());
        }
        if (variable.isPresent()) {
            return new FromVariable(variable.get(), text(e, "part"), query(e), e.location());
        }
        if (child(e, "literal").isPresent()) {
            return new FromLiteral(child(e, "literal").get(), e.location());
        }
        return e.text().isBlank() ? new FromNothing(e.location()) : new FromExpression(expression(e), e.location());
    }

    To to(XmlElement e) {
        Optional<String> variable = text(e, "variable");
        if (text(e, "partnerLink").isPresent()) {
            return new ToPartnerLink(text(e, "partnerLink").get(), e.location());
        }
        if (variable.isPresent() && name(e, "property").isPresent()) {
            return new ToProperty(variable.get(), name(e, "property").get(), e.location());
        }
        if (variable.isPresent()) {
            return new ToVariable(variable.get(), text(e, "part"), query(e), e.location());
        }
        return e.text().isBlank() ? new ToNothing(e.location()) : new ToExpression(expression(e), e.location());
    }

    private Optional<Expression> query(XmlElement e) {
        return child(e, "query")
                .map(q -> new Expression(
                        q.text().strip(),
                        language(q, "queryLanguage").orElse(queryLanguage),
                        q.namespaces(),
                        q.location()))
                .or(() -> text(e, "query")
                        .map(q -> new Expression(
                                q, queryLanguage, e.namespaces(), e.location().attribute("query"))))
                .filter(q -> !q.text().isEmpty());
    }

    /**
     * Returns the language in an attribute. The grammar has reported names of version 1.1; they become the present
     * ones.
     */
    private static Optional<String> language(XmlElement e, String attribute) {
        return text(e, attribute).map(name -> name.equals(Bpel.OLD_XPATH) ? Bpel.XPATH : name);
    }

    Expression expression(XmlElement e) {
        return new Expression(
                e.text().strip(),
                language(e, "expressionLanguage").orElse(expressionLanguage),
                e.namespaces(),
                e.location());
    }

    /** Returns the expression in a child element. */
    Optional<Expression> expressionIn(XmlElement e, String localName) {
        return child(e, localName).map(this::expression);
    }

    /** Returns the expression in a required child element; an empty one replaces a missing one. */
    Expression requiredExpression(XmlElement e, String localName) {
        return expressionIn(e, localName)
                .orElseGet(() -> new Expression("", expressionLanguage, e.namespaces(), e.location()));
    }

    // ---- access

    private static <T> List<T> declarations(
            XmlElement e, String group, String localName, Function<XmlElement, T> reader) {
        return children(e, group)
                .flatMap(list -> children(list, localName))
                .map(reader)
                .toList();
    }

    static Stream<XmlElement> children(XmlElement e) {
        return e.elements().filter(child -> child.namespace().equals(Bpel.NAMESPACE));
    }

    static Stream<XmlElement> children(XmlElement e, String localName) {
        return e.elements(Bpel.NAMESPACE, localName);
    }

    static Optional<XmlElement> child(XmlElement e, String localName) {
        return e.element(Bpel.NAMESPACE, localName);
    }

    static Optional<String> text(XmlElement e, String attribute) {
        return e.attribute(attribute).map(String::strip);
    }

    static Optional<QName> name(XmlElement e, String attribute) {
        return e.attribute(attribute).flatMap(e::qualifiedName);
    }

    static List<QName> names(XmlElement e, String attribute) {
        return e.attribute(attribute).stream()
                .flatMap(text -> Stream.of(text.strip().split("\\s+")))
                .flatMap(text -> e.qualifiedName(text).stream())
                .toList();
    }

    static Optional<Boolean> yes(XmlElement e, String attribute) {
        return text(e, attribute).map(YES::contains);
    }
}
