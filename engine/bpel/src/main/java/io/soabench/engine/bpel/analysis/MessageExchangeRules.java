package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.analysis.AnalysisInput.ReceiptPlace;
import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.Correlation;
import io.soabench.engine.bpel.syntax.Flow;
import io.soabench.engine.bpel.syntax.ForEach;
import io.soabench.engine.bpel.syntax.If;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Pick;
import io.soabench.engine.bpel.syntax.Receipt;
import io.soabench.engine.bpel.syntax.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules about pairs of replies and received messages (WS-BPEL 2.0, section 10.4). */
final class MessageExchangeRules {
    private MessageExchangeRules() {}

    private static boolean isSameOperation(Receipt receipt, Reply reply) {
        return receipt.partnerLink().equals(reply.partnerLink())
                && receipt.operation().equals(reply.operation());
    }

    private static List<Reply> replies(Receipt receipt, AnalysisInput subject) {
        return subject.all(Reply.class)
                .map(AnalysisInput.Found::activity)
                .filter(reply -> isSameOperation(receipt, reply))
                .toList();
    }

    /** Checks that two requests for one operation that may be open at the same time have named message exchanges. */
    static void unmarkedPairs(AnalysisInput subject, Problems problems) {
        List<ReceiptPlace> receipts = subject.receipts();
        ActivityOrder precedence = subject.precedence();
        for (ReceiptPlace a : receipts) {
            boolean ambiguous = a.receipt().messageExchange().isEmpty()
                    && receipts.stream()
                            .filter(b ->
                                    !b.receipt().location().equals(a.receipt().location()))
                            .filter(b -> isSameOperation(a.receipt(), b.receipt()))
                            .anyMatch(b -> mayBothBeOpen(a, b, subject, precedence));
            if (ambiguous) {
                problems.add(
                        "SA00060",
                        a.receipt().location(),
                        "another request for operation '" + a.receipt().operation()
                                + "' may be open at the same time; name a 'messageExchange' at both and at their replies");
            }
        }
    }

    private static boolean isSameOperation(Receipt a, Receipt b) {
        return a.partnerLink().equals(b.partnerLink()) && a.operation().equals(b.operation());
    }

    private static boolean mayBothBeOpen(
            ReceiptPlace a, ReceiptPlace b, AnalysisInput subject, ActivityOrder precedence) {
        List<Reply> replies = replies(a.receipt(), subject);
        boolean inOrder = precedence.isBefore(a.place().activity(), b.place().activity())
                || precedence.isBefore(b.place().activity(), a.place().activity());
        boolean possible = inOrder || a.event() || b.event() || areBesideEachOther(a, b);
        if (!possible || replies.isEmpty() || areAlternatives(a, b)) {
            return false;
        }
        if (inOrder && replies.stream().anyMatch(reply -> isTextBetween(a.receipt(), reply, b.receipt()))) {
            return false;
        }
        return replies.stream()
                .noneMatch(reply -> isBetween(a.place(), reply, b.place(), precedence)
                        || isBetween(b.place(), reply, a.place(), precedence));
    }

    /**
     * Returns true if two receipts without a message exchange run in different branches of a flow. Three kinds do not
     * count. Receipts that wait for links may exclude each other. Only one of the receipts with the same correlation
     * sets may wait at a time (conflictingReceive). Some scopes have a message exchange of their own: branches of a
     * parallel {@code forEach}, and events (section 10.4.1).
     */
    private static boolean areBesideEachOther(ReceiptPlace a, ReceiptPlace b) {
        Optional<ActivityPosition> common = a.place()
                .outwards()
                .filter(outer -> b.place().isInside(outer.activity()))
                .findFirst();
        return a.receipt().messageExchange().isEmpty()
                && b.receipt().messageExchange().isEmpty()
                && (a.createInstance() || !sets(a).equals(sets(b)))
                && common.filter(place -> place.activity() instanceof Flow).isPresent()
                && isPlain(a.place(), common.get())
                && isPlain(b.place(), common.get());
    }

    private static Set<String> sets(ReceiptPlace place) {
        return place.receipt().correlations().stream().map(Correlation::set).collect(Collectors.toSet());
    }

    private static boolean isPlain(ActivityPosition receipt, ActivityPosition flow) {
        return receipt.outwards()
                .takeWhile(place -> place.activity() != flow.activity())
                .allMatch(place -> place.role() == Nesting.Role.CONTENT
                        && place.activity().header().targets().isEmpty()
                        && !(place.activity() instanceof ForEach loop && loop.parallel()));
    }

    /**
     * Returns true if a reply stands between two receipts in the text, so that the author most likely means it to run
     * there.
     */
    private static boolean isTextBetween(Receipt a, Reply reply, Receipt b) {
        boolean behindA = a.location().compareTo(reply.location()) < 0;
        boolean behindB = b.location().compareTo(reply.location()) < 0;
        return behindA != behindB;
    }

    private static boolean isBetween(
            ActivityPosition first, Reply reply, ActivityPosition second, ActivityOrder precedence) {
        boolean afterFirst = precedence.isBefore(first.activity(), reply) || isInside(reply, first.activity());
        return afterFirst && precedence.isBefore(reply, second.activity());
    }

    private static boolean isInside(ActivityElement inner, ActivityElement outer) {
        return Nesting.children(outer).stream()
                .anyMatch(child -> child.activity() == inner || isInside(inner, child.activity()));
    }

    /**
     * Returns true if at most one of two can happen: branches of one pick, or inside different branches of one choice.
     */
    private static boolean areAlternatives(ReceiptPlace a, ReceiptPlace b) {
        if (a.place().activity() == b.place().activity()) {
            return true;
        }
        return a.place().outwards().anyMatch(inA -> b.place()
                .outwards()
                .anyMatch(inB -> inA.activity() != inB.activity() && haveSameChoice(inA, inB)));
    }

    private static boolean haveSameChoice(ActivityPosition a, ActivityPosition b) {
        Optional<ActivityElement> outerOfA = a.outer().map(ActivityPosition::activity);
        Optional<ActivityElement> outerOfB = b.outer().map(ActivityPosition::activity);
        return outerOfA.isPresent()
                && outerOfB.isPresent()
                && outerOfA.get() == outerOfB.get()
                && (outerOfA.get() instanceof If || outerOfA.get() instanceof Pick);
    }

    /** Checks that each named message exchange is named by a request and by a reply for the same operation. */
    static void unpairedExchanges(AnalysisInput subject, Problems problems) {
        List<ReceiptPlace> receipts = subject.receipts();
        subject.all(Reply.class).map(AnalysisInput.Found::activity).forEach(reply -> reply.messageExchange()
                .filter(name -> receipts.stream()
                        .map(ReceiptPlace::receipt)
                        .noneMatch(receipt -> isSameOperation(receipt, reply)
                                && receipt.messageExchange().equals(reply.messageExchange())))
                .ifPresent(name -> problems.add(
                        "SA00061",
                        reply.location().attribute("messageExchange"),
                        "message exchange '" + name + "' is not that of any request for operation '" + reply.operation()
                                + "'; name it there, too")));
        for (ReceiptPlace found : receipts) {
            Receipt receipt = found.receipt();
            List<Reply> replies = replies(receipt, subject);
            if (receipt.messageExchange().isPresent()
                    && !replies.isEmpty()
                    && replies.stream()
                            .noneMatch(reply -> reply.messageExchange().equals(receipt.messageExchange()))) {
                problems.add(
                        "SA00061",
                        receipt.location().attribute("messageExchange"),
                        "message exchange '" + receipt.messageExchange().get()
                                + "' is not that of any reply to operation '" + receipt.operation()
                                + "'; name it there, too");
            }
        }
    }
}
