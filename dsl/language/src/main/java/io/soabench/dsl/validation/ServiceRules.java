package io.soabench.dsl.validation;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.dsl.documents.DataFile;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.MessagePath;
import io.soabench.model.Dimension;
import io.soabench.model.FailureShare;
import io.soabench.model.Measure;
import io.soabench.model.Ratios;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.AnswerFile;
import io.soabench.model.testbed.Capacity;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.DrawnAnswer;
import io.soabench.model.testbed.Failure;
import io.soabench.model.testbed.FailureKind;
import io.soabench.model.testbed.Quality;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.ReliabilityState;
import io.soabench.model.testbed.ResponseTime;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Throughput;
import io.soabench.model.testbed.UiidByArrival;
import io.soabench.model.testbed.UiidFromHeader;
import io.soabench.model.testbed.UiidFromMessage;
import io.soabench.plan.FailureMark;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Rules for services: their number, their qualities, and the place of the invocation identifier. */
public final class ServiceRules extends Rules {

    /** The tolerance of the sum of shares that are written with a few digits. */
    private static final double ROUNDING = 1e-9;

    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** Checks that there is at least one instance. */
    @Check
    public void instances(Service service) {
        atLeastOne(
                service.getInstances(),
                "number of instances of service \"" + service.getName() + "\"",
                service,
                TestbedPackage.Literals.SERVICE__INSTANCES);
    }

    /**
     * Checks that the first state of bursts is the better one, and that states last at least as long as a request.
     */
    @Check
    public void bursts(Reliability reliability) {
        for (ReliabilityState state : reliability.getStates()) {
            share(state.getShare(), "reliability");
            if (state.getRequests() != null && state.getRequests().compareTo(BigDecimal.ONE) < 0) {
                error(
                        IssueCode.NOT_POSITIVE,
                        "the state is for " + state.getRequests().toPlainString()
                                + " requests on average, but must be for at least 1",
                        state,
                        TestbedPackage.Literals.RELIABILITY_STATE__REQUESTS);
            }
        }
        if (reliability.getStates().size() == 2) {
            Quantity good = reliability.getStates().get(0).getShare();
            Quantity bad = reliability.getStates().get(1).getShare();
            if (isShare(good)
                    && isShare(bad)
                    && Measure.of(good).ratio() <= Measure.of(bad).ratio()) {
                error(
                        IssueCode.BURSTS_REVERSED,
                        "reliability is " + text(good) + " and then " + text(bad)
                                + ", but the first state must be the better one; exchange them",
                        reliability,
                        TestbedPackage.Literals.RELIABILITY__STATES);
            }
        }
    }

    /** Checks that kinds of failures differ, and that their shares add up. */
    @Check
    public void failures(Reliability reliability) {
        Set<String> seen = new HashSet<>();
        boolean shares = true;
        for (Failure failure : reliability.getFailures()) {
            int status = failure.getStatus() == null ? 0 : failure.getStatus();
            String word = failure.getKind().getLiteral() + (failure.getKind() == FailureKind.HTTP ? " " + status : "");
            if (!seen.add(word)) {
                error(IssueCode.FAILURE_TWICE, "\"" + word + "\" stands here twice; add up the shares", failure, null);
            }
            if (failure.getKind() == FailureKind.HTTP
                    && (status < FailureMark.LEAST_STATUS || status > FailureMark.GREATEST_STATUS)) {
                error(
                        IssueCode.FAILURE_STATUS,
                        "HTTP status " + status + " is no failure; use one from " + FailureMark.LEAST_STATUS + " to "
                                + FailureMark.GREATEST_STATUS,
                        failure,
                        TestbedPackage.Literals.FAILURE__STATUS);
            }
            shares &= failure.getShare() == null || share(failure.getShare(), "the share of " + word);
        }
        if (shares && !reliability.getFailures().isEmpty()) {
            whole(reliability);
        }
        if (!reliability.getFailures().isEmpty()
                && reliability.getShare() instanceof ConstantDistribution constant
                && isShare(constant.getValue())
                && Measure.of(constant.getValue()).ratio() == 1) {
            warning(
                    IssueCode.FAILURE_NEVER,
                    "reliability is " + text(constant.getValue()) + ", so no request fails; give a lower one",
                    reliability,
                    TestbedPackage.Literals.RELIABILITY__FAILURES);
        }
    }

    private void whole(Reliability reliability) {
        boolean open = reliability.getFailures().stream().anyMatch(failure -> failure.getShare() == null);
        double sum = FailureShare.said(reliability);
        if (open ? sum > 1 - ROUNDING : Math.abs(sum - 1) > ROUNDING) {
            error(
                    IssueCode.FAILURE_SHARES,
                    "the shares of the failures make " + Ratios.percent(sum)
                            + (open ? ", which leaves no share for the others" : ", but must make 100 %"),
                    reliability,
                    TestbedPackage.Literals.RELIABILITY__FAILURES);
        }
    }

    /** Checks that a quantity is a percentage, or a number from 0 to 1. */
    private boolean share(Quantity share, String what) {
        if (share == null
                || (Dimension.of(share.getUnit()) != Dimension.NUMBER && !has(Dimension.RATIO, share, what))) {
            return false;
        }
        if (!isShare(share)) {
            error(
                    IssueCode.PERCENT_RANGE,
                    what + " is " + text(share) + ", but must be from 0 % to 100 %",
                    share,
                    null);
            return false;
        }
        return true;
    }

    private static boolean isShare(Quantity share) {
        if (share == null || share.getValue() == null) {
            return false;
        }
        Dimension dimension = Dimension.of(share.getUnit());
        if (dimension != Dimension.NUMBER && dimension != Dimension.RATIO) {
            return false;
        }
        double ratio = Measure.of(share).ratio();
        return ratio >= 0 && ratio <= 1;
    }

    /** Checks that the delay by other requests is a time. */
    @Check
    public void load(ResponseTime time) {
        if (time.getPerConcurrent() != null) {
            notNegative(Dimension.TIME, time.getPerConcurrent(), "the time per concurrent request");
        }
    }

    /** Checks that an instance works on one request at least. */
    @Check
    public void capacity(Capacity capacity) {
        atLeastOne(capacity.getRequests(), "the capacity", capacity, TestbedPackage.Literals.CAPACITY__REQUESTS);
    }

    /**
     * Reports a service whose behaviour varies but whose identifier is not set, because requests then count by
     * arrival.
     */
    @Check
    public void identifier(Service service) {
        if (service.getUiid() == null && service.getQualities().stream().anyMatch(ServiceRules::varies)) {
            info(
                    IssueCode.UIID_BY_ARRIVAL,
                    "service \"" + service.getName()
                            + "\" has no place of the invocation identifier in requests, so "
                            + "behaviour follows the order of arrival; add: uiid from \"…\", or uiid by arrival",
                    service,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /** Checks that an answer drawn from an identifier has one. */
    @Check
    public void identified(DrawnAnswer answer) {
        Service service = (Service) answer.eContainer();
        if (service.getUiid() == null || service.getUiid() instanceof UiidByArrival) {
            error(
                    IssueCode.ANSWERS_UNNAMED,
                    "service \"" + service.getName()
                            + "\" draws its answers from the invocation identifier, but has no place of it in requests; add:"
                            + " uiid from \"…\"",
                    answer,
                    TestbedPackage.Literals.DRAWN_ANSWER__PATH);
        }
    }

    /** Checks that the range of a drawn answer is not empty. */
    @Check
    public void range(DrawnAnswer answer) {
        if (answer.getLeast() != null && answer.getGreatest() != null && answer.getLeast() > answer.getGreatest()) {
            error(
                    IssueCode.DISTRIBUTION_IMPOSSIBLE,
                    "uniform(" + answer.getLeast() + ", " + answer.getGreatest()
                            + ") has a least number above the greatest; exchange them",
                    answer,
                    TestbedPackage.Literals.DRAWN_ANSWER__LEAST);
        }
    }

    /** Checks that each file with an answer is there, and is of one operation that answers. */
    @Check
    public void answerFiles(Service service) {
        List<Operation> answering = interfaces().operations(service).stream()
                .filter(operation -> operation.output().isPresent())
                .toList();
        Set<String> seen = new HashSet<>();
        for (AnswerFile each : service.getAnswerFiles()) {
            existing(each.getFile(), each, TestbedPackage.Literals.ANSWER_FILE__FILE, INSIGNIFICANT_INDEX)
                    .map(DataFile::read)
                    .flatMap(DataFile::problem)
                    .ifPresent(problem -> error(
                            IssueCode.DATA_INVALID,
                            "file \"" + each.getFile() + "\" " + problem,
                            each,
                            TestbedPackage.Literals.ANSWER_FILE__FILE));
            List<String> named = answering.stream()
                    .map(Operation::name)
                    .filter(name ->
                            each.getOperation() == null || each.getOperation().equals(name))
                    .toList();
            String begin = "service \"" + service.getName() + "\" answers from \"" + each.getFile() + "\", but ";
            if (!answering.isEmpty() && named.size() != 1) {
                String names = answering.stream()
                        .map(operation -> "answers operation \"" + operation.name() + "\" from …")
                        .collect(Collectors.joining(", "));
                error(
                        IssueCode.ANSWERS_FILE,
                        begin
                                + (each.getOperation() == null
                                        ? "has several operations that answer"
                                        : "has no operation \"" + each.getOperation() + "\" that answers")
                                + "; write one of: " + names,
                        each,
                        each.getOperation() == null
                                ? TestbedPackage.Literals.ANSWER_FILE__FILE
                                : TestbedPackage.Literals.ANSWER_FILE__OPERATION);
            } else if (named.size() == 1 && !seen.add(named.get(0))) {
                error(
                        IssueCode.ANSWERS_FILE,
                        begin + "another file answers operation \"" + named.get(0)
                                + "\" already; leave one of them out",
                        each,
                        TestbedPackage.Literals.ANSWER_FILE__FILE);
            }
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

    /** Checks that the operation that clients call is one of the service. */
    @Check
    public void operation(Service service) {
        List<String> operations =
                interfaces().operations(service).stream().map(Operation::name).toList();
        if (service.getOperation() != null && !operations.isEmpty() && !operations.contains(service.getOperation())) {
            error(
                    IssueCode.OPERATION_UNKNOWN,
                    "service \"" + service.getName() + "\" has no operation \"" + service.getOperation()
                            + "\"; choose one of: " + String.join(", ", operations),
                    service,
                    TestbedPackage.Literals.SERVICE__OPERATION);
        }
    }

    /** Checks that a path of elements leads to an element of the requests. */
    @Check
    public void path(UiidFromMessage uiid) {
        check(uiid, uiid.getPath(), TestbedPackage.Literals.UIID_FROM_MESSAGE__PATH);
        check(uiid, uiid.getStep(), TestbedPackage.Literals.UIID_FROM_MESSAGE__STEP);
    }

    /** Checks that a header has the form of a header. */
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
