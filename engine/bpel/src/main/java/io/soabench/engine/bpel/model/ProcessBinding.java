package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.syntax.BpelProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A builder of the model of a process from its text and its definitions. */
public final class ProcessBinding {
    private ProcessBinding() {}

    /** A partner link with an operation, by position of the link. */
    private record Key(int partnerLink, String operation) {}

    /**
     * Looks up all names and numbers all activities, scopes and slots.
     *
     * @return the model; it must not be used when problems have been added
     */
    public static ProcessModel bind(BpelProcess process, WsdlDefinitions wsdl, Problems problems) {
        Build build = new Build(wsdl, problems, new ScopeNumbers(process));
        ActivityBinding activities = new ActivityBinding(build);
        ActivityInfo info = new ActivityInfo(
                build.newActivity(),
                process.name(),
                "process",
                -1,
                0,
                List.of(),
                Optional.empty(),
                List.of(),
                process.suppressJoinFailure(),
                process.location());
        BindingContext outside = new BindingContext(-1, null, process.suppressJoinFailure(), false, -1);
        ScopeNode root = activities
                .scopes()
                .scope(new ScopeBinding.Header(info, 0, false), process.body(), outside, names -> {});
        build.activities.put(info.id(), root);
        return new ProcessModel(
                new QName(process.targetNamespace(), process.name()),
                root,
                List.copyOf(build.activities.values()),
                List.copyOf(build.frames.values()),
                build.variables,
                build.partnerLinks,
                build.correlationSets,
                build.messageExchanges,
                linkEnds(build),
                inOrder(build.receptions),
                provided(build.receptions),
                consumed(List.copyOf(build.activities.values())),
                process.location());
    }

    private static List<BoundReceipt> inOrder(List<BoundReceipt> receptions) {
        List<BoundReceipt> sorted = new ArrayList<>(receptions);
        sorted.sort((a, b) -> a.location().compareTo(b.location()));
        return sorted;
    }

    private static List<LinkEnds> linkEnds(Build build) {
        return build.links.stream()
                .filter(link -> build.linkSources.containsKey(link.index()))
                .filter(link -> build.linkTargets.containsKey(link.index()))
                .map(link ->
                        new LinkEnds(link, build.linkSources.get(link.index()), build.linkTargets.get(link.index())))
                .toList();
    }

    private static List<ProvidedOperation> provided(List<BoundReceipt> receptions) {
        Map<Key, List<BoundReceipt>> groups = new LinkedHashMap<>();
        for (BoundReceipt reception : inOrder(receptions)) {
            Key key = new Key(
                    reception.partnerLink().index(), reception.operation().name());
            groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(reception);
        }
        return groups.values().stream()
                .map(group -> new ProvidedOperation(
                        group.get(0).partnerLink(), group.get(0).operation(), group))
                .toList();
    }

    private static List<ConsumedOperation> consumed(List<ActivityNode> activities) {
        Map<Key, List<InvokeNode>> groups = new LinkedHashMap<>();
        for (ActivityNode activity : activities) {
            if (activity instanceof InvokeNode invoke) {
                Operation operation = invoke.operation();
                Key key = new Key(invoke.partnerLink().index(), operation.name());
                groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(invoke);
            }
        }
        return groups.values().stream()
                .map(group -> new ConsumedOperation(
                        group.get(0).partnerLink(),
                        group.get(0).operation(),
                        group.stream().map(invoke -> invoke.info().id()).toList()))
                .toList();
    }
}
