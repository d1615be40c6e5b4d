package io.soabench.ide.feature;

import io.soabench.ide.model.Snapshot;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;

/** Drafts for values of parameters and for quantities. */
final class ValueFixes {

    private static final List<String> UNITS = List.of("ms", "s", "/s", "%", "MiB", "");

    private final FixOffers offers;
    private final Snapshot snapshot;
    private final ModelEdits drafts;
    private final int offset;

    ValueFixes(FixOffers offers) {
        this.offers = offers;
        this.snapshot = offers.snapshot();
        this.drafts = offers.drafts();
        this.offset = offers.offset();
    }

    void units(Quantity quantity) {
        String value = quantity.getValue().toPlainString();
        for (String unit : UNITS) {
            String text = unit.isEmpty() ? value : value + " " + unit;
            offers.fix(
                    unit.isEmpty() ? "remove the unit" : "change to \"" + text + '"',
                    new Edit(ModelEdits.start(quantity), ModelEdits.end(quantity), text));
        }
    }

    void value(ParameterValue value) {
        ParameterDeclaration parameter = value.getParameter();
        if (parameter == null || parameter.eIsProxy() || value.getValue() == null) {
            return;
        }
        List<String> texts = new ArrayList<>();
        if (value.getValue() instanceof Quantity quantity) {
            units(quantity);
        }
        if (parameter.getMin() != null) {
            texts.add(TypeSheet.text(parameter.getMin()));
        }
        if (parameter.getMax() != null) {
            texts.add(TypeSheet.text(parameter.getMax()));
        }
        texts.addAll(choices(parameter));
        if (parameter.getDefault() != null) {
            texts.add(TypeSheet.text(parameter.getDefault()));
        }
        texts.stream()
                .distinct()
                .forEach(text -> offers.fix(
                        "change to \"" + text + '"',
                        new Edit(ModelEdits.start(value.getValue()), ModelEdits.end(value.getValue()), text)));
    }

    void missing() {
        Optional<EObject> owner = snapshot.topLevel(offset);
        var type = owner.map(each -> each instanceof Server server
                        ? server.getType()
                        : each instanceof PluginEvent event ? event.getType() : null)
                .orElse(null);
        if (type == null) {
            return;
        }
        for (ParameterDeclaration parameter : type.getParameters()) {
            if (parameter.getDefault() == null) {
                String value =
                        switch (parameter.getKind()) {
                            case INTEGER, DECIMAL -> "1";
                            case BOOLEAN -> "false";
                            case SIZE -> "64 MiB";
                            case DURATION -> "1 s";
                            case TEXT -> "\"\"";
                            case CHOICE -> parameter.getChoices().get(0);
                        };
                offers.fix(
                        "set \"" + parameter.getName() + '"',
                        drafts.property(owner.get(), parameter.getName() + " " + value));
            }
        }
    }

    private static List<String> choices(ParameterDeclaration parameter) {
        return parameter.getKind() == ParameterKind.BOOLEAN
                ? List.of("true", "false")
                : parameter.getKind() == ParameterKind.CHOICE ? parameter.getChoices() : List.of();
    }
}
