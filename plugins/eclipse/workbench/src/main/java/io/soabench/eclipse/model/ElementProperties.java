package io.soabench.eclipse.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.eclipse.emf.common.util.Enumerator;
import org.eclipse.emf.ecore.EAttribute;
import org.eclipse.emf.ecore.EDataType;
import org.eclipse.emf.ecore.EEnum;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.emf.edit.provider.IItemPropertyDescriptor;
import org.eclipse.jface.viewers.ICellEditorValidator;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.ui.views.properties.ComboBoxPropertyDescriptor;
import org.eclipse.ui.views.properties.IPropertyDescriptor;
import org.eclipse.ui.views.properties.IPropertySource;
import org.eclipse.ui.views.properties.PropertyDescriptor;
import org.eclipse.ui.views.properties.TextPropertyDescriptor;

/** The properties of an element, as its generated provider describes them, for the property sheet. */
final class ElementProperties implements IPropertySource {

    private final EObject element;
    private final List<IItemPropertyDescriptor> descriptors;
    private final BiConsumer<EStructuralFeature, Object> change;

    /**
     * @param change action for a new value of a property; null removes the value
     */
    ElementProperties(
            EObject element, List<IItemPropertyDescriptor> descriptors, BiConsumer<EStructuralFeature, Object> change) {
        this.element = element;
        this.descriptors = List.copyOf(descriptors);
        this.change = change;
    }

    @Override
    public Object getEditableValue() {
        return element;
    }

    @Override
    public IPropertyDescriptor[] getPropertyDescriptors() {
        return descriptors.stream().map(this::descriptor).toArray(IPropertyDescriptor[]::new);
    }

    private IPropertyDescriptor descriptor(IItemPropertyDescriptor each) {
        EStructuralFeature feature = (EStructuralFeature) each.getFeature(element);
        String label = feature.getName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        PropertyDescriptor descriptor;
        if (feature.isMany()) {
            descriptor = new PropertyDescriptor(feature, label);
        } else if (feature instanceof EReference || isChoice(feature)) {
            descriptor = new ComboBoxPropertyDescriptor(feature, label, labels(each));
        } else {
            descriptor = new TextPropertyDescriptor(feature, label);
            descriptor.setValidator(validator((EAttribute) feature));
        }
        descriptor.setLabelProvider(new LabelProvider() {
            @Override
            public String getText(Object value) {
                return shown(feature);
            }
        });
        descriptor.setDescription(Objects.requireNonNullElse(EcoreUtil.getDocumentation(feature), label));
        return descriptor;
    }

    private static boolean isChoice(EStructuralFeature feature) {
        return feature.getEType() instanceof EEnum || feature.getEType().getInstanceClass() == boolean.class;
    }

    /** Returns the possible values. The first one is empty, where the property may be left out. */
    private List<Object> choices(IItemPropertyDescriptor each) {
        EStructuralFeature feature = (EStructuralFeature) each.getFeature(element);
        if (feature.getEType().getInstanceClass() == boolean.class) {
            return List.of(false, true);
        }
        Collection<?> found = each.getChoiceOfValues(element);
        List<Object> values = new ArrayList<>();
        if (found != null) {
            found.stream().filter(Objects::nonNull).forEach(values::add);
        }
        return values;
    }

    private String[] labels(IItemPropertyDescriptor each) {
        return choices(each).stream().map(ElementProperties::words).toArray(String[]::new);
    }

    private static ICellEditorValidator validator(EAttribute attribute) {
        return value -> {
            try {
                parsed(attribute, String.valueOf(value));
                return null;
            } catch (RuntimeException e) {
                return "\"" + value + "\" is no "
                        + attribute.getEAttributeType().getName().replaceAll("^E|Object$", "");
            }
        };
    }

    /** Returns the value that a text means; nothing for no text. */
    private static Object parsed(EAttribute attribute, String text) {
        EDataType type = attribute.getEAttributeType();
        return text.isEmpty() ? null : EcoreUtil.createFromString(type, text.strip());
    }

    /** Returns the text in the sheet. */
    private String shown(EStructuralFeature feature) {
        Object value = element.eGet(feature);
        if (value instanceof Collection<?> several) {
            return String.join(
                    ", ", several.stream().map(ElementProperties::words).toList());
        }
        return value == null ? "" : words(value);
    }

    private static String words(Object value) {
        if (value instanceof EObject object) {
            return ElementLabels.name(object);
        }
        return value instanceof Enumerator literal ? literal.getLiteral() : String.valueOf(value);
    }

    private IItemPropertyDescriptor of(Object feature) {
        return descriptors.stream()
                .filter(each -> each.getFeature(element) == feature)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Object getPropertyValue(Object id) {
        EStructuralFeature feature = (EStructuralFeature) id;
        if (!feature.isMany() && (feature instanceof EReference || isChoice(feature))) {
            return choices(of(feature)).indexOf(element.eGet(feature));
        }
        return shown(feature);
    }

    @Override
    public boolean isPropertySet(Object id) {
        return element.eIsSet((EStructuralFeature) id);
    }

    @Override
    public void resetPropertyValue(Object id) {
        change.accept((EStructuralFeature) id, null);
    }

    @Override
    public void setPropertyValue(Object id, Object value) {
        EStructuralFeature feature = (EStructuralFeature) id;
        Object wanted = value;
        if (value instanceof Integer index && (feature instanceof EReference || isChoice(feature))) {
            List<Object> choices = choices(of(feature));
            if (index < 0 || index >= choices.size()) {
                return;
            }
            wanted = choices.get(index);
        } else if (feature instanceof EAttribute attribute) {
            wanted = parsed(attribute, String.valueOf(value));
        }
        if (!Objects.equals(wanted, element.eGet(feature))) {
            change.accept(feature, wanted);
        }
    }
}
