package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An executable process with all names looked up. Numbers of activities, scopes and slots are dense and follow the
 * document. Immutable and thread-safe.
 *
 * @param name the target namespace and the name
 * @param root the process as a scope
 * @param activities all activities by id, those in handlers included
 * @param frames the scope frames by scope number
 * @param variables the variables by index
 * @param partnerLinks the partner links by index
 * @param correlationSets the correlation sets by index
 * @param messageExchanges the message exchanges by index
 * @param links the links by index
 * @param receptions all receptions, in document order
 * @param provided the operations of the process that it receives somewhere
 * @param consumed the operations of partners that the process calls somewhere
 * @param location the {@code process} element
 */
public record ProcessModel(
        QName name,
        ScopeNode root,
        List<ActivityNode> activities,
        List<ScopeFrame> frames,
        List<Variable> variables,
        List<PartnerLink> partnerLinks,
        List<CorrelationSet> correlationSets,
        List<MessageExchange> messageExchanges,
        List<LinkEnds> links,
        List<BoundReceipt> receptions,
        List<ProvidedOperation> provided,
        List<ConsumedOperation> consumed,
        Location location) {
    public ProcessModel {
        activities = List.copyOf(activities);
        frames = List.copyOf(frames);
        variables = List.copyOf(variables);
        partnerLinks = List.copyOf(partnerLinks);
        correlationSets = List.copyOf(correlationSets);
        messageExchanges = List.copyOf(messageExchanges);
        links = List.copyOf(links);
        receptions = List.copyOf(receptions);
        provided = List.copyOf(provided);
        consumed = List.copyOf(consumed);
    }

    /** Returns the activity of that id. */
    public ActivityNode activity(int id) {
        return activities.get(id);
    }

    /** Returns the scope of that number. */
    public ScopeFrame frame(int id) {
        return frames.get(id);
    }

    /**
     * Returns the partner link of that name. If several scopes have one, returns the first one in the order from the
     * outside.
     */
    public Optional<PartnerLink> partnerLink(String linkName) {
        return partnerLinks.stream()
                .filter(link -> link.name().equals(linkName))
                .findFirst();
    }

    /** Returns the receptions that may create an instance. */
    public List<BoundReceipt> starts() {
        return receptions.stream().filter(BoundReceipt::createInstance).toList();
    }

    /** Returns the activities of one type, in document order. */
    public <T extends ActivityNode> List<T> activities(Class<T> type) {
        return activities.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
