package io.soabench.ide.feature;

import io.soabench.contracts.wsdl.PortType;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.dsl.words.Token;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.ServiceQuality;
import io.soabench.model.testbed.Measurable;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Drafts for partners of processes: bindings to services that fit, or to new ones made from the WSDL. */
final class BindingFixes {

    /** The greatest number of instances that are offered. */
    private static final int MOST_INSTANCES = 3;

    private final FixOffers offers;
    private final Snapshot snapshot;
    private final ModelEdits drafts;
    private final Optional<Token> token;

    BindingFixes(FixOffers offers) {
        this.offers = offers;
        this.snapshot = offers.snapshot();
        this.drafts = offers.drafts();
        this.token = offers.token();
    }

    /** Binds the port type that a process calls: to a service that offers it, or to one that is made from the WSDL. */
    void bind(WhiteBoxProcess process) {
        for (PartnerLink link : unbound(process)) {
            Optional<PortType> called = link.partnerPortType();
            if (called.isEmpty()) {
                continue;
            }
            for (Service service : snapshot.result().whole().services()) {
                if (fits(service.getType(), called.get())) {
                    String instance = ServiceQuality.instances(service) > 1 ? "[1]" : "";
                    offers.fix(
                            "bind \"" + link.name() + "\" to \"" + service.getName() + '"',
                            drafts.property(
                                    process,
                                    "partner " + written(link.name()) + " -> " + service.getName() + instance));
                }
            }
            create(process, link, called.get());
        }
    }

    void partnerLink(PartnerBinding binding) {
        if (binding.eContainer() instanceof WhiteBoxProcess process && token.isPresent()) {
            List<String> links =
                    unbound(process).stream().map(PartnerLink::name).toList();
            List<String> near = FixOffers.similar(String.valueOf(binding.getPartnerLink()), links);
            offers.change(
                    token.get(),
                    (near.isEmpty() ? links : near)
                            .stream().map(BindingFixes::written).toList());
        }
        offers.fix("remove this binding", drafts.without(binding));
    }

    void instance(PartnerBinding binding) {
        String service = binding.getService().getName();
        int instances = ServiceQuality.instances(binding.getService());
        int from = NodeModelUtils.findNodesForFeature(binding, TestbedPackage.Literals.PARTNER_BINDING__SERVICE)
                .get(0)
                .getOffset();
        for (int i = 1; i <= Math.min(MOST_INSTANCES, instances); i++) {
            String text = service + (instances == 1 ? "" : "[" + i + "]");
            offers.fix("change to " + text, new Edit(from, ModelEdits.end(binding), text));
        }
    }

    private List<PartnerLink> unbound(WhiteBoxProcess process) {
        Set<String> bound = process.getPartners().stream()
                .map(PartnerBinding::getPartnerLink)
                .collect(Collectors.toCollection(HashSet::new));
        return snapshot.service(ModelDocuments.class)
                .process(process)
                .filter(ProcessDefinition::isValid)
                .map(definition -> definition.model().consumed().stream()
                        .map(consumed -> consumed.partnerLink())
                        .distinct()
                        .filter(link -> !bound.contains(link.name()))
                        .toList())
                .orElse(List.of());
    }

    private boolean fits(ServiceType type, PortType called) {
        return type != null
                && !type.eIsProxy()
                && snapshot.service(Interfaces.class)
                        .portType(type)
                        .filter(offered -> offered.name().equals(called.name()))
                        .isPresent();
    }

    private void create(WhiteBoxProcess process, PartnerLink link, PortType called) {
        Optional<ServiceType> known = snapshot.result().whole().serviceTypes().stream()
                .filter(type -> fits(type, called))
                .findFirst();
        Optional<String> declaration = Optional.of("");
        String type = known.map(NamedElement::getName)
                .orElseGet(() -> free(called.name().getLocalPart(), ServiceType.class));
        if (known.isEmpty()) {
            declaration = declaration(process, called, type);
        }
        if (declaration.isEmpty()) {
            return;
        }
        String lower = link.name().replaceAll("[^A-Za-z0-9_]", "");
        String service = free(lower.isEmpty() ? "partner" : lower, Measurable.class);
        List<Edit> edits = new ArrayList<>();
        edits.add(drafts.before(process, declaration.get() + "service " + service + " : " + type));
        edits.add(drafts.property(process, "partner " + written(link.name()) + " -> " + service));
        offers.hosts().findFirst().ifPresent(host -> edits.add(drafts.property(host, "serves " + service)));
        offers.fix("create service \"" + service + "\" from the WSDL and bind \"" + link.name() + "\" to it", edits);
    }

    /** Returns the declaration of a service type for a port type; empty if no WSDL has a port of it. */
    private Optional<String> declaration(WhiteBoxProcess process, PortType called, String name) {
        Path folder = snapshot.file().getParent();
        return snapshot.service(ModelDocuments.class)
                .process(process)
                .map(ProcessDefinition::wsdl)
                .flatMap(wsdl -> wsdl.ports(called.name()).stream().findFirst())
                .map(port -> {
                    Path file = Path.of(port.port().location().file())
                            .toAbsolutePath()
                            .normalize();
                    String relative = folder.relativize(file).toString().replace('\\', '/');
                    boolean several = snapshot.service(Interfaces.class)
                                    .soapPorts(process, relative)
                                    .size()
                            > 1;
                    return "service type " + name + " from \"" + relative + '"'
                            + (several ? " port \"" + port.port().name() + '"' : "") + "\n";
                });
    }

    /** Returns an unused name for an element of a kind. */
    private String free(String wanted, Class<? extends NamedElement> kind) {
        String name = wanted;
        for (int i = 2; isTaken(name, kind); i++) {
            name = wanted + i;
        }
        return name;
    }

    private boolean isTaken(String name, Class<? extends NamedElement> kind) {
        return snapshot.result().whole().files().stream()
                .flatMap(file -> file.getElements().stream())
                .filter(kind::isInstance)
                .anyMatch(element -> name.equalsIgnoreCase(((NamedElement) element).getName()));
    }

    private static String written(String link) {
        return link.matches("[A-Za-z_](-?[A-Za-z0-9_])*") ? link : '"' + link + '"';
    }
}
