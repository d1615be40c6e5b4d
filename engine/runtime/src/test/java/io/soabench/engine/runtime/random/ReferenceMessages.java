package io.soabench.engine.runtime.random;

import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.model.BoundCorrelation;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.syntax.Correlation.Initiate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.w3c.dom.Element;

/** Messages of the reference: invoke, receive and reply with correlation (WS-BPEL 2.0, chapters 9 and 10). */
final class ReferenceMessages {
    private static final String PARTNER = "urn:random:partner";

    private final Strands strands;
    private final ReferenceData data;
    private final Outside outside;
    private final List<Mail> mails = new ArrayList<>();
    private final List<Open> requests = new ArrayList<>();
    private boolean ended;

    ReferenceMessages(Strands strands, ReferenceData data, Outside outside) {
        this.strands = strands;
        this.data = data;
        this.outside = outside;
    }

    /** A message that nobody has taken yet. */
    record Mail(String operation, Element body, Consumer<String> replied) {}

    /** A request that is not replied to yet, with the scope and name of its message exchange. */
    private record Open(String operation, ReferenceScope holder, String exchange, Consumer<String> replied) {}

    /** What a partner answered. */
    private static final class Answer implements Outside.Answer {
        private String token;
        private String text;
        private String refused;
        private boolean done;

        @Override
        public void text(String ofToken, String value) {
            token = ofToken;
            text = value;
            done = true;
        }

        @Override
        public void refused(String value) {
            refused = value;
            done = true;
        }

        @Override
        public void broken() {
            done = true;
        }
    }

    /** Brings a message to the instance. */
    void deliver(Mail mail) {
        if (ended) {
            mail.replied().accept("fault correlationViolation");
        } else {
            mails.add(mail);
        }
    }

    /** Ends the instance: what is open, or was never taken, is answered. */
    void end(String answer) {
        ended = true;
        requests.forEach(request -> request.replied().accept(answer));
        requests.clear();
        mails.forEach(mail -> mail.replied().accept("fault missingReply"));
        mails.clear();
    }

    boolean isEnded() {
        return ended;
    }

    String address(PartnerLink link, ReferenceScope scope) {
        ReferenceScope holder = scope.holder(link.scope());
        return holder.addresses.getOrDefault(link.index(), link.name());
    }

    void invoke(InvokeNode invoke, ReferenceScope scope) {
        Element input = data.value(
                scope,
                invoke.inputVariable().get(),
                ReferenceData.onlyPart(invoke.inputVariable().get()));
        apply(invoke.correlations(), scope, input);
        Outside.Question question = new Outside.Question(
                address(invoke.partnerLink(), scope), field(input, "id"), field(input, "token"), field(input, "text"));
        if (invoke.operation().isOneWay()) {
            outside.told(question);
            return;
        }
        Answer answer = new Answer();
        outside.asked(question, answer);
        strands.await(() -> answer.done);
        if (answer.refused != null) {
            Element no = data.parse("<no xmlns='" + PARTNER + "'/>");
            no.setTextContent(answer.refused);
            throw new ReferenceFault(new QName(PARTNER, "refused"), no, new QName(PARTNER, "no"));
        } else if (answer.text == null) {
            throw new ReferenceFault(new QName("http://soabench.io/engine/faults", "partnerFailure"), null, null);
        }
        Element output = data.parse("<answer xmlns='" + PARTNER + "'><token/><text/></answer>");
        output.getFirstChild().setTextContent(answer.token);
        output.getLastChild().setTextContent(answer.text);
        data.write(
                scope,
                invoke.outputVariable().get(),
                ReferenceData.onlyPart(invoke.outputVariable().get()),
                output);
        for (BoundCorrelation use : invoke.correlations()) {
            boolean initiated =
                    use.initiate() == Initiate.YES && !use.requestAliases().isEmpty();
            apply(use, initiated ? Initiate.NO : use.initiate(), use.responseAliases(), scope, output);
        }
    }

    private static String field(Element element, String name) {
        return element.getElementsByTagNameNS("*", name).item(0).getTextContent();
    }

    private List<String> held(BoundCorrelation use, ReferenceScope scope) {
        ReferenceScope holder = scope.holder(use.set().scope());
        return holder == null ? null : holder.correlations.get(use.set().index());
    }

    private List<String> read(List<PropertyAlias> aliases, Element body) {
        return aliases.stream()
                .map(alias -> data.select(alias.query(), body).getTextContent())
                .toList();
    }

    /** A message that violates a set is not sent or received, so it initiates no other. */
    private void apply(List<BoundCorrelation> uses, ReferenceScope scope, Element body) {
        for (BoundCorrelation use : uses) {
            if (!use.requestAliases().isEmpty()) {
                fitting(use, use.initiate(), use.requestAliases(), scope, body);
            }
        }
        for (BoundCorrelation use : uses) {
            apply(use, use.initiate(), use.requestAliases(), scope, body);
        }
    }

    /** Section 9.2: yes must initiate, no must not, join may; values never change. An activity initiates once. */
    private void apply(
            BoundCorrelation use, Initiate initiate, List<PropertyAlias> aliases, ReferenceScope scope, Element body) {
        if (aliases.isEmpty()) {
            return;
        }
        List<String> found = fitting(use, initiate, aliases, scope, body);
        scope.holder(use.set().scope()).correlations.put(use.set().index(), found);
    }

    private List<String> fitting(
            BoundCorrelation use, Initiate initiate, List<PropertyAlias> aliases, ReferenceScope scope, Element body) {
        List<String> held = held(use, scope);
        List<String> found = read(aliases, body);
        boolean wrong = held == null ? initiate == Initiate.NO : initiate == Initiate.YES || !held.equals(found);
        if (wrong) {
            throw ReferenceFault.standard("correlationViolation");
        }
        return found;
    }

    void requireSets(BoundReceipt reception, ReferenceScope scope) {
        if (!reception.createInstance()
                && reception.correlations().stream()
                        .anyMatch(use -> use.initiate() == Initiate.NO && held(use, scope) == null)) {
            throw ReferenceFault.standard("correlationViolation");
        }
    }

    private Mail find(BoundReceipt reception, ReferenceScope scope) {
        return mails.stream()
                .filter(mail -> mail.operation().equals(reception.operation().name()))
                .filter(mail -> reception.correlations().stream().allMatch(use -> {
                    List<String> held = held(use, scope);
                    return held == null
                            ? use.initiate() != Initiate.NO
                            : held.equals(read(use.requestAliases(), mail.body()));
                }))
                .findFirst()
                .orElse(null);
    }

    boolean isThere(BoundReceipt reception, ReferenceScope scope) {
        return find(reception, scope) != null;
    }

    Mail remove(BoundReceipt reception, ReferenceScope scope) {
        Mail mail = find(reception, scope);
        mails.remove(mail);
        return mail;
    }

    void receive(BoundReceipt reception, ReferenceScope scope) {
        requireSets(reception, scope);
        strands.await(() -> isThere(reception, scope));
        take(reception, scope);
    }

    void take(BoundReceipt reception, ReferenceScope scope) {
        accept(reception, scope, remove(reception, scope));
    }

    /** Takes in a message: open request, correlation, variable. */
    void accept(BoundReceipt reception, ReferenceScope scope, Mail mail) {
        if (reception.operation().isRequestResponse()) {
            requests.add(new Open(
                    mail.operation(),
                    holder(reception.messageExchange().orElse(null), scope),
                    reception.messageExchange().map(exchange -> exchange.name()).orElse(""),
                    mail.replied()));
        }
        try {
            apply(reception.correlations(), scope, mail.body());
        } catch (ReferenceFault e) {
            // Section 9.2: such a message is not received.
            if (reception.operation().isRequestResponse()) {
                requests.remove(requests.size() - 1);
                mail.replied().accept("fault correlationViolation");
            }
            throw e;
        }
        reception
                .variable()
                .ifPresent(variable -> data.assign(scope, variable, ReferenceData.onlyPart(variable), mail.body()));
    }

    private static ReferenceScope holder(io.soabench.engine.bpel.model.MessageExchange exchange, ReferenceScope scope) {
        if (exchange != null) {
            return scope.holder(exchange.scope());
        }
        ReferenceScope holder = scope;
        while (!holder.hasExchange) {
            holder = holder.outer;
        }
        return holder;
    }

    void reply(ReplyNode reply, ReferenceScope scope) {
        ReferenceScope holder = holder(reply.messageExchange().orElse(null), scope);
        String exchange = reply.messageExchange().map(named -> named.name()).orElse("");
        Open open = requests.stream()
                .filter(request -> request.operation().equals(reply.operation().name())
                        && request.holder() == holder
                        && request.exchange().equals(exchange))
                .findFirst()
                .orElseThrow(() -> ReferenceFault.standard("missingRequest"));
        requests.remove(open);
        open.replied()
                .accept(data.value(
                                scope,
                                reply.variable().get(),
                                ReferenceData.onlyPart(reply.variable().get()))
                        .getTextContent());
    }
}
