package io.soabench.dsl.validation;

import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.MessagePath;
import io.soabench.engine.bpel.wsdl.PortType;
import io.soabench.engine.bpel.wsdl.WsdlDefinitions;
import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.Quality;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.ResponseTime;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Throughput;
import io.soabench.model.testbed.UiidFromHeader;
import io.soabench.model.testbed.UiidFromMessage;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Services: their number, their qualities, and where the invocation identifier is found. */
public final class ServiceRules extends Rules {

    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** There is at least one instance. */
    @Check
    public void instances(Service service) {
        atLeastOne(
                service.getInstances(),
                "number of instances of service \"" + service.getName() + "\"",
                service,
                TestbedPackage.Literals.SERVICE__INSTANCES);
    }

    /** A reliability is a share. */
    @Check
    public void reliability(Reliability reliability) {
        Quantity probability = reliability.getProbability();
        if (probability == null) {
            return;
        }
        if (Dimension.of(probability.getUnit()) != Dimension.NUMBER
                && !has(Dimension.RATIO, probability, "reliability")) {
            return;
        }
        double ratio = Measure.of(probability).ratio();
        if (ratio < 0 || ratio > 1) {
            error(
                    IssueCode.PERCENT_RANGE,
                    "reliability is " + text(probability) + ", but must be from 0 % to 100 %",
                    reliability,
                    TestbedPackage.Literals.RELIABILITY__PROBABILITY);
        }
    }

    /** Whoever says nothing about the identifier should know what that means for behaviour that varies. */
    @Check
    public void identifier(Service service) {
        if (service.getUiid() == null && service.getQualities().stream().anyMatch(ServiceRules::varies)) {
            info(
                    IssueCode.UIID_BY_ARRIVAL,
                    "service \"" + service.getName()
                            + "\" does not say where requests carry the invocation identifier, so "
                            + "behaviour is given out by arrival; add: uiid from \"…\", or uiid by arrival",
                    service,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    private static boolean varies(Quality quality) {
        if (quality instanceof ResponseTime time) {
            return !(time.getTime() instanceof ConstantDistribution);
        }
        return quality instanceof Reliability
                || (quality instanceof Throughput throughput
                        && !(throughput.getLimit() instanceof ConstantDistribution));
    }

    /** A path of elements leads to an element of the requests. */
    @Check
    public void path(UiidFromMessage uiid) {
        check(uiid, uiid.getPath(), TestbedPackage.Literals.UIID_FROM_MESSAGE__PATH);
        check(uiid, uiid.getStep(), TestbedPackage.Literals.UIID_FROM_MESSAGE__STEP);
    }

    /** A header has the form of a header. */
    @Check
    public void header(UiidFromHeader uiid) {
        if (!HEADER.matcher(uiid.getHeader()).matches()) {
            error(
                    IssueCode.UIID_HEADER,
                    "\"" + uiid.getHeader()
                            + "\" cannot be the name of an HTTP header; use letters, digits and hyphens",
                    uiid,
                    TestbedPackage.Literals.UIID_FROM_HEADER__HEADER);
        }
    }

    private void check(UiidFromMessage uiid, String path, EStructuralFeature feature) {
        if (path == null || !(uiid.eContainer() instanceof Service service) || !known(service.getType())) {
            return;
        }
        Optional<PortType> portType = interfaces().portType(service.getType());
        Optional<WsdlDefinitions> wsdl = interfaces().definitions(service);
        if (portType.isEmpty() || wsdl.isEmpty()) {
            return;
        }
        List<QName> roots = portType.get().operations().stream()
                .flatMap(operation -> Interfaces.inputElement(operation).stream())
                .toList();
        if (roots.isEmpty()) {
            return;
        }
        new MessagePath(Interfaces.prefixes(wsdl.get()), wsdl.get().schemas())
                .problem(path, roots)
                .ifPresent(problem -> error(
                        IssueCode.UIID_PATH,
                        "path \"" + path + "\" of service \"" + service.getName() + "\" " + problem,
                        uiid,
                        feature));
    }
}
