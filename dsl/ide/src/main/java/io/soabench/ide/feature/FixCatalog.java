package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.Issue;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.ParameterRange;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.util.Optional;

/** The quick fixes for each issue code. */
final class FixCatalog {

    private final FixOffers offers;
    private final Snapshot snapshot;
    private final Issue issue;
    private final ModelEdits drafts;
    private final int offset;
    private final Optional<Token> token;
    private final WordFixes words;
    private final BindingFixes bindings;
    private final MessageFixes messages;
    private final ValueFixes values;
    private final ModelFixes model;

    FixCatalog(FixOffers offers) {
        this.offers = offers;
        this.snapshot = offers.snapshot();
        this.issue = offers.issue();
        this.drafts = offers.drafts();
        this.offset = offers.offset();
        this.token = offers.token();
        this.words = new WordFixes(offers);
        this.bindings = new BindingFixes(offers);
        this.messages = new MessageFixes(offers);
        this.values = new ValueFixes(offers);
        this.model = new ModelFixes(offers);
    }

    void draft() {
        switch (issue.code()) {
            case SYNTAX -> words.guess();
            case SERVICE_TYPE_UNKNOWN,
                    SERVICE_UNKNOWN,
                    PROCESS_UNKNOWN,
                    DATA_UNKNOWN,
                    SERVER_UNKNOWN,
                    SERVER_TYPE_UNKNOWN,
                    METRIC_TYPE_UNKNOWN,
                    TARGET_UNKNOWN,
                    SUITE_UNKNOWN,
                    EVENT_TYPE_UNKNOWN,
                    PARAMETER_UNKNOWN,
                    PORT_UNKNOWN -> words.names();
            case HOST_UNKNOWN -> {
                words.names();
                token.ifPresent(name -> offers.fix("add host " + name.text(), drafts.atEnd("host " + name.text())));
            }
            case WORKLOAD_UNKNOWN -> {
                words.names();
                token.ifPresent(name -> offers.fix(
                        "add workload " + name.text(),
                        drafts.atEnd("workload " + name.text() + " closed { clients 1 }")));
            }
            case SEED_MISSING -> model.seed();
            case UNUSED ->
                offers.element()
                        .ifPresent(unused -> offers.fix(
                                "remove " + Outline.word(unused) + " " + Outline.name(unused), drafts.without(unused)));
            case UNIT_MISMATCH -> offers.inside(Quantity.class).ifPresent(values::units);
            case PARTNER_UNBOUND -> offers.inside(WhiteBoxProcess.class).ifPresent(bindings::bind);
            case PARTNER_UNKNOWN -> offers.inside(PartnerBinding.class).ifPresent(bindings::partnerLink);
            case PARTNER_BOUND_TWICE ->
                offers.inside(PartnerBinding.class)
                        .ifPresent(binding -> offers.fix("remove this binding", drafts.without(binding)));
            case PARAMETER_TWICE -> {
                offers.inside(ParameterValue.class)
                        .ifPresent(twice -> offers.fix("remove this value", drafts.without(twice)));
                offers.inside(ParameterRange.class)
                        .ifPresent(twice -> offers.fix("remove these values", drafts.without(twice)));
            }
            case STATISTIC_TWICE ->
                offers.inside(Statistic.class)
                        .ifPresent(twice -> offers.fix("remove this statistic", drafts.without(twice)));
            case FILE_MISSING, IMPORT_MISSING -> words.file();
            case UIID_BY_ARRIVAL, ANSWERS_UNNAMED ->
                offers.inside(Service.class).ifPresent(messages::uiid);
            case CLIENT_CALLBACK_UIID -> offers.inside(Process.class).ifPresent(messages::identifier);
            case UIID_PATH, ANSWERS_PATH, CLIENT_CALLBACK_PATH -> messages.paths();
            case ROWS_ANSWER -> offers.inside(InstancePool.class).ifPresent(messages::answered);
            case ROWS_COLUMN ->
                offers.inside(Rows.class)
                        .or(() -> offers.inside(DataChunk.class).map(DataChunk::getRows))
                        .ifPresent(messages::columns);
            case CALLBACK_COPY ->
                offers.inside(Service.class).map(Service::getCallback).ifPresent(callback -> callback.getCopies()
                        .forEach(messages::copied));
            case OPERATION_UNKNOWN, CALLBACK_UNKNOWN, CLIENT_CALLBACK_UNKNOWN -> words.operations();
            case OPERATION_AMBIGUOUS ->
                offers.inside(Process.class).ifPresent(process -> new DocumentPlaces(snapshot)
                        .operations(process)
                        .forEach(operation -> offers.fix(
                                "call operation " + operation.name(),
                                drafts.property(process, "operation \"" + operation.name() + '"'))));
            case BPMN_NO_PROCESS -> offers.inside(Realisation.class).ifPresent(words::process);
            case WSDL_NO_PORT -> offers.inside(ServiceType.class).ifPresent(words::port);
            case PARAMETER_TYPE, PARAMETER_RANGE ->
                offers.inside(ParameterValue.class).ifPresent(values::value);
            case PARAMETER_MISSING -> values.missing();
            case INSTANCE_AMBIGUOUS, INSTANCE_UNKNOWN ->
                offers.inside(PartnerBinding.class).ifPresent(bindings::instance);
            case TESTBED_WITHOUT_NAME ->
                offers.fix("name the testbed", new Edit(0, 0, "testbed " + model.fileName() + "\n"));
            case CLIENTS_NOWHERE -> offers.fix("add host here", drafts.atEnd("host here"));
            case TESTBED_WITHOUT_SUITE, SUITE_EMPTY -> model.suite();
            case SERVICE_NOT_SERVED, SERVER_SERVES_NOTHING -> model.serves();
            case CASE_WITHOUT_ENGINE -> offers.inside(TestCase.class).ifPresent(model::engine);
            case RATE_MISSING ->
                snapshot.topLevel(offset)
                        .ifPresent(workload -> offers.fix("add a rate", drafts.property(workload, "rate 10 /s")));
            case STATISTIC_UNKNOWN -> words.statistics();
            default -> new StructureFixes(snapshot, issue.code(), drafts, offset, offers::fix, offers::removal).draft();
        }
    }
}
