package io.soabench.engine.bpel.syntax;

import static io.soabench.engine.bpel.syntax.BpelReading.child;
import static io.soabench.engine.bpel.syntax.BpelReading.children;
import static io.soabench.engine.bpel.syntax.BpelReading.name;
import static io.soabench.engine.bpel.syntax.BpelReading.text;
import static io.soabench.engine.bpel.syntax.BpelReading.yes;

import io.soabench.contracts.source.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/** A converter of the element of an activity into its record (WS-BPEL 2.0, chapters 10 to 12 and section 8.4). */
final class ActivityReading {
    private final BpelReading reading;

    ActivityReading(BpelReading reading) {
        this.reading = reading;
    }

    /**
     * Converts an element. What is missing becomes an empty text or no value, since {@link Grammar} reports it. An
     * element that is no activity becomes {@code empty}, for the same reason.
     */
    ActivityElement read(XmlElement e) {
        ActivityHeader header = header(e);
        return switch (e.localName()) {
            case "receive" ->
                new Receive(header, reading.receipt(e), yes(e, "createInstance").orElse(false));
            case "reply" -> reply(header, e);
            case "invoke" -> invoke(header, e);
            case "assign" -> assign(header, e);
            case "throw" -> new Throw(header, name(e, "faultName").orElse(new QName("")), text(e, "faultVariable"));
            case "rethrow" -> new Rethrow(header);
            case "wait" -> new Wait(header, reading.alarm(e));
            case "exit" -> new Exit(header);
            case "validate" -> new Validate(header, words(text(e, "variables").orElse("")));
            case "compensate" -> new Compensate(header);
            case "compensateScope" ->
                new CompensateScope(header, text(e, "target").orElse(""));
            case "sequence" -> new Sequence(header, activities(e));
            case "if" -> choice(header, e);
            case "while" -> {
                var condition = reading.requiredExpression(e, "condition");
                yield new While(header, condition, reading.activity(e));
            }
            case "repeatUntil" ->
                new RepeatUntil(header, reading.activity(e), reading.requiredExpression(e, "condition"));
            case "forEach" -> forEach(header, e);
            case "pick" -> pick(header, e);
            case "flow" -> flow(header, e);
            case "scope" -> new Scope(header, yes(e, "isolated").orElse(false), reading.body(e));
            case "extensionActivity" -> extensionActivity(header, e);
            default -> new Empty(header);
        };
    }

    private ActivityHeader header(XmlElement e) {
        Optional<XmlElement> targets = child(e, "targets");
        return new ActivityHeader(
                text(e, "name"),
                yes(e, "suppressJoinFailure"),
                targets.stream()
                        .flatMap(list -> children(list, "target"))
                        .map(t -> new LinkTarget(text(t, "linkName").orElse(""), t.location()))
                        .toList(),
                targets.flatMap(list -> reading.expressionIn(list, "joinCondition")),
                children(e, "sources")
                        .flatMap(list -> children(list, "source"))
                        .map(s -> new LinkSource(
                                text(s, "linkName").orElse(""),
                                reading.expressionIn(s, "transitionCondition"),
                                s.location()))
                        .toList(),
                e.namespaces(),
                e.location());
    }

    /**
     * Reads an extension activity. It has the standard attributes and elements of the unknown element inside (section
     * 10.9).
     */
    private ExtensionActivity extensionActivity(ActivityHeader header, XmlElement e) {
        Optional<XmlElement> content = e.elements()
                .filter(child -> !child.namespace().equals(Bpel.NAMESPACE))
                .findFirst();
        return new ExtensionActivity(content.map(this::header).orElse(header), content);
    }

    private Reply reply(ActivityHeader header, XmlElement e) {
        return new Reply(
                header,
                text(e, "partnerLink").orElse(""),
                name(e, "portType"),
                text(e, "operation").orElse(""),
                text(e, "variable"),
                name(e, "faultName"),
                text(e, "messageExchange"),
                reading.correlations(e),
                reading.toParts(e),
                child(e, "toParts").isPresent());
    }

    private Invoke invoke(ActivityHeader header, XmlElement e) {
        return new Invoke(
                header,
                text(e, "partnerLink").orElse(""),
                name(e, "portType"),
                text(e, "operation").orElse(""),
                text(e, "inputVariable"),
                text(e, "outputVariable"),
                reading.correlations(e),
                reading.toParts(e),
                reading.fromParts(e),
                child(e, "toParts").isPresent(),
                child(e, "fromParts").isPresent(),
                reading.catches(e),
                child(e, "catchAll").map(reading::handler),
                child(e, "compensationHandler").map(reading::handler));
    }

    private Assign assign(ActivityHeader header, XmlElement e) {
        List<AssignOperation> operations = new ArrayList<>();
        children(e).forEach(step -> {
            if (step.localName().equals("copy")) {
                operations.add(copy(step));
            } else if (step.localName().equals("extensionAssignOperation")) {
                operations.add(new ExtensionAssignOperation(step.elements().findFirst(), step.location()));
            }
        });
        return new Assign(header, yes(e, "validate").orElse(false), operations);
    }

    private Copy copy(XmlElement e) {
        return new Copy(
                child(e, "from").map(reading::from).orElseGet(() -> new FromNothing(e.location())),
                child(e, "to").map(reading::to).orElseGet(() -> new ToNothing(e.location())),
                yes(e, "keepSrcElementName"),
                yes(e, "ignoreMissingFromData").orElse(false),
                e.location());
    }

    private If choice(ActivityHeader header, XmlElement e) {
        List<Branch> branches = new ArrayList<>();
        Stream.concat(Stream.of(e), children(e, "elseif"))
                .forEach(branch -> branches.add(new Branch(
                        reading.requiredExpression(branch, "condition"), reading.activity(branch), branch.location())));
        return new If(header, branches, child(e, "else").map(reading::handler));
    }

    private ForEach forEach(ActivityHeader header, XmlElement e) {
        Optional<CompletionCondition> completion = child(e, "completionCondition")
                .map(c -> new CompletionCondition(
                        reading.expressionIn(c, "branches"),
                        child(c, "branches")
                                .flatMap(b -> yes(b, "successfulBranchesOnly"))
                                .orElse(false),
                        c.location()));
        return new ForEach(
                header,
                yes(e, "parallel").orElse(false),
                text(e, "counterName").orElse(""),
                reading.requiredExpression(e, "startCounterValue"),
                reading.requiredExpression(e, "finalCounterValue"),
                completion,
                reading.scopeIn(e));
    }

    private Pick pick(ActivityHeader header, XmlElement e) {
        return new Pick(
                header,
                yes(e, "createInstance").orElse(false),
                children(e, "onMessage")
                        .map(m -> new OnMessage(reading.receipt(m), reading.activity(m), m.location()))
                        .toList(),
                children(e, "onAlarm").map(reading::onAlarm).toList());
    }

    private Flow flow(ActivityHeader header, XmlElement e) {
        List<LinkDeclaration> links = children(e, "links")
                .flatMap(list -> children(list, "link"))
                .map(link -> new LinkDeclaration(text(link, "name").orElse(""), link.location()))
                .toList();
        return new Flow(header, links, activities(e));
    }

    private List<ActivityElement> activities(XmlElement e) {
        return children(e)
                .filter(child -> Grammar.isActivity(child.localName()))
                .map(this::read)
                .toList();
    }

    private static List<String> words(String text) {
        return Stream.of(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }
}
