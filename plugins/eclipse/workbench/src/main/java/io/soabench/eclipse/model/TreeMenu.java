package io.soabench.eclipse.model;

import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Testbed;
import java.util.Comparator;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.edit.command.CommandParameter;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Menu;

/** The menu of the tree: the actions for the selected element. */
final class TreeMenu {

    private final ModelPage page;

    TreeMenu(ModelPage page) {
        this.page = page;
    }

    Menu menu(Control control) {
        MenuManager menu = new MenuManager();
        menu.setRemoveAllWhenShown(true);
        menu.addMenuListener(manager -> page.selected().ifPresent(element -> fill(menu, element)));
        return menu.createContextMenu(control);
    }

    private void fill(MenuManager menu, EObject element) {
        MenuManager add = new MenuManager("Add");
        page.children(element).stream()
                .sorted(Comparator.comparing(TreeMenu::label))
                .forEach(each -> add.add(action(label(each), () -> page.add(element, each))));
        if (!add.isEmpty()) {
            menu.add(add);
        }
        if (element instanceof NamedElement named && named.getName() != null) {
            menu.add(action("Rename\u2026", () -> rename(named)));
        }
        if (!(element instanceof Testbed)) {
            menu.add(action("Delete", () -> page.delete(element)));
        }
    }

    private static String label(CommandParameter each) {
        return ElementLabels.kind(each.getEValue());
    }

    private static Action action(String label, Runnable what) {
        return new Action(label) {
            @Override
            public void run() {
                what.run();
            }
        };
    }

    private void rename(NamedElement element) {
        InputDialog dialog = new InputDialog(
                page.parentOfDialogs().getShell(),
                "Rename",
                "New name of " + element.getName() + ":",
                element.getName(),
                text -> text.isBlank() ? "A name has at least one letter" : null);
        if (dialog.open() == Window.OK && !dialog.getValue().equals(element.getName())) {
            page.rename(element, dialog.getValue());
        }
    }
}
