package io.soabench.dsl.validation;

import com.google.inject.Inject;
import io.soabench.dsl.documents.FilePlaces;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.ModelFiles;
import io.soabench.dsl.scoping.Imports;
import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Testbed;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.AbstractDeclarativeValidator;
import org.eclipse.xtext.validation.EValidatorRegistrar;

/** What the rules of all concepts need: the whole testbed, the files, and a few rules about numbers. */
abstract class Rules extends AbstractDeclarativeValidator {

    @Inject
    private ModelFiles files;

    @Inject
    private Interfaces interfaces;

    @Override
    @Inject
    @SuppressWarnings("UnusedVariable") // The signature is the framework's.
    public void register(EValidatorRegistrar registrar) {
        // The validator that is composed of these rules is registered for all of them.
    }

    final ModelFiles files() {
        return files;
    }

    final Interfaces interfaces() {
        return interfaces;
    }

    /** The testbed that an element belongs to, with its imports. */
    static WholeTestbed whole(EObject element) {
        Testbed testbed = EcoreUtil2.getContainerOfType(element, Testbed.class);
        Imports.load(testbed);
        return WholeTestbed.of(testbed);
    }

    /** Whether a reference leads somewhere; where it does not, that is reported elsewhere. */
    static boolean known(EObject target) {
        return target != null && !target.eIsProxy();
    }

    static String quoted(Collection<String> names) {
        return names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    }

    static String text(Quantity quantity) {
        return Measure.text(quantity);
    }

    final void error(IssueCode code, String message, EObject place, EStructuralFeature feature) {
        error(message, place, feature, code.id());
    }

    final void error(IssueCode code, String message, EObject place, EStructuralFeature feature, int index) {
        error(message, place, feature, index, code.id());
    }

    /** What is wrong in a file that the model names, which an element stands for. */
    final void error(IssueCode code, Place place, String message, EObject element, EStructuralFeature feature) {
        error(message, element, feature, code.id(), FilePlaces.toData(place));
    }

    final void warning(IssueCode code, String message, EObject place, EStructuralFeature feature) {
        warning(message, place, feature, code.id());
    }

    final void info(IssueCode code, String message, EObject place, EStructuralFeature feature) {
        info(message, place, feature, code.id());
    }

    /** Checks that a file is there. */
    final Optional<Path> existing(String name, EObject place, EStructuralFeature feature, int index) {
        if (name == null) {
            return Optional.empty();
        }
        Optional<Path> file = files.file(place, name);
        if (file.isEmpty()) {
            error(
                    IssueCode.FILE_MISSING,
                    "file \"" + name + "\" is not there or cannot be read; names are relative to the model file",
                    place,
                    feature,
                    index);
        }
        return file;
    }

    /** Checks that a quantity has a dimension. */
    final boolean has(Dimension dimension, Quantity quantity, String what) {
        if (quantity == null || quantity.getValue() == null) {
            return false;
        }
        if (Dimension.of(quantity.getUnit()) == dimension) {
            return true;
        }
        error(
                IssueCode.UNIT_MISMATCH,
                what + " is " + text(quantity) + ", but must be " + dimension.description(),
                quantity,
                null);
        return false;
    }

    /** Checks that a quantity has a dimension and is above zero. */
    final void positive(Dimension dimension, Quantity quantity, String what) {
        if (has(dimension, quantity, what) && Measure.of(quantity).sign() <= 0) {
            error(IssueCode.NOT_POSITIVE, what + " is " + text(quantity) + ", but must be above 0", quantity, null);
        }
    }

    /** Checks that a quantity has a dimension and is not below zero. */
    final void notNegative(Dimension dimension, Quantity quantity, String what) {
        if (has(dimension, quantity, what) && Measure.of(quantity).sign() < 0) {
            error(IssueCode.NOT_POSITIVE, what + " is " + text(quantity) + ", but must not be below 0", quantity, null);
        }
    }

    /** Checks that a number is at least one. */
    final void atLeastOne(Integer number, String what, EObject place, EStructuralFeature feature) {
        if (number != null && number < 1) {
            error(IssueCode.NOT_POSITIVE, what + " is " + number + ", but must be at least 1", place, feature);
        }
    }

    /** Checks that a number can be that of a TCP port. */
    final void port(Integer number, String what, EObject place, EStructuralFeature feature) {
        if (number != null && (number < 1 || number > 65535)) {
            error(IssueCode.PORT_RANGE, what + " is " + number + ", but must be from 1 to 65535", place, feature);
        }
    }
}
