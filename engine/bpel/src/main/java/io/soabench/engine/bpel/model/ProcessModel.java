package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An executable process, all names looked up. Numbers of activities, scopes and slots are dense and follow the document.
 * Immutable and thread-safe.
 *
 * @param name target namespace and name
 * @param root the process as a scope
 * @param activities by id, those in handlers included
 * @param frames by scope number
 * @param variables by index
 * @param partnerLinks by index
 * @param correlationSets by index
 * @param messageExchanges by index
 * @param links by index
 * @param receptions all, in document order
 * @param provided operations of my roles that are received somewhere
 * @param consumed operations of partners that are invoked somewhere
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

    /** Returns the partner link of that name; the outermost first declared if the name is used in several scopes. */
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
