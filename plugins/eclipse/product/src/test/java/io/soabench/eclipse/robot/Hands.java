package io.soabench.eclipse.robot;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.ImageLoader;
import org.eclipse.swt.graphics.PaletteData;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Widget;

/** What a person does with a mouse and keys, and sees. On the robot's thread, which is not that of the user interface. */
final class Hands {

    /** How long something may take on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Display display;
    private final Path pictures;

    Hands(Display display, Path pictures) {
        this.display = display;
        this.pictures = pictures;
    }

    /** Does something on the thread of the user interface. */
    <T> T ui(Callable<T> action) throws Exception {
        AtomicReference<T> result = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        display.syncExec(() -> {
            try {
                result.set(action.call());
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get().getMessage(), failure.get());
        }
        return result.get();
    }

    /** Does something that opens a dialog, and does not wait until that is closed. */
    void later(Step.Action action) {
        display.asyncExec(() -> {
            try {
                action.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Waits until there is something to be seen. */
    <T> T see(String what, Callable<Optional<T>> look) throws Exception {
        return see(what, PATIENCE, look);
    }

    /** The same for what takes longer. */
    <T> T see(String what, Duration patience, Callable<Optional<T>> look) throws Exception {
        Instant end = Instant.now().plus(patience);
        while (Instant.now().isBefore(end)) {
            Optional<T> seen = ui(look);
            if (seen.isPresent()) {
                return seen.get();
            }
            Thread.sleep(100);
        }
        throw new AssertionError("not seen: " + what);
    }

    /** Waits until something holds. */
    void await(String what, Callable<Boolean> look) throws Exception {
        see(what, () -> look.call() ? Optional.of(true) : Optional.empty());
    }

    /** A window or dialog. */
    Shell shell(Predicate<Shell> wanted) throws Exception {
        return see("a dialog", () -> Arrays.stream(display.getShells())
                .filter(shell -> !shell.isDisposed() && shell.isVisible() && wanted.test(shell))
                .findFirst());
    }

    /** A control below another one, also those that cannot be seen. */
    static <T extends Control> List<T> all(Composite in, Class<T> type) {
        List<T> found = new ArrayList<>();
        for (Control each : in.getChildren()) {
            if (type.isInstance(each)) {
                found.add(type.cast(each));
            }
            if (each instanceof Composite composite) {
                found.addAll(all(composite, type));
            }
        }
        return found;
    }

    /** Presses a button with a label. */
    void press(Shell in, String label) throws Exception {
        Button button = see("button " + label, () -> all(in, Button.class).stream()
                .filter(each -> each.getText().replace("&", "").equals(label) && each.isEnabled())
                .findFirst());
        later(() -> click(button));
    }

    private static void click(Widget widget) {
        Event event = new Event();
        event.widget = widget;
        widget.notifyListeners(SWT.Selection, event);
    }

    /** Chooses an entry of a menu as it would be shown; the path goes through its submenus. */
    void choose(Menu menu, String... path) throws Exception {
        ui(() -> {
            Menu in = menu;
            for (int i = 0; i < path.length; i++) {
                in.notifyListeners(SWT.Show, new Event());
                String wanted = path[i];
                Menu of = in;
                MenuItem item = Arrays.stream(in.getItems())
                        .filter(each -> each.getText()
                                .replace("&", "")
                                .replaceAll("\t.*", "")
                                .equals(wanted))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no entry " + wanted + " among "
                                + Arrays.stream(of.getItems())
                                        .map(MenuItem::getText)
                                        .toList()));
                if (i == path.length - 1) {
                    later(() -> click(item));
                } else {
                    in = Objects.requireNonNull(item.getMenu(), wanted + " has no entries");
                }
            }
            return null;
        });
    }

    /** Types, key by key, into what has the focus. */
    void type(String text) throws Exception {
        run("xdotool", "type", "--delay", "40", text);
    }

    /** Clicks with the mouse at a place on the display. */
    void click(int x, int y) throws Exception {
        run("xdotool", "mousemove", String.valueOf(x), String.valueOf(y), "click", "1");
    }

    /** The same twice, quickly. */
    void doubleClick(int x, int y) throws Exception {
        run("xdotool", "mousemove", String.valueOf(x), String.valueOf(y), "click", "--repeat", "2", "1");
    }

    /** Presses keys together, e.g. "ctrl+space". */
    void keys(String keys) throws Exception {
        run("xdotool", "key", keys);
    }

    /** Gives the keys to a window, by its title. */
    void focus(String title) throws Exception {
        run("xdotool", "search", "--onlyvisible", "--name", title, "windowfocus");
    }

    /** Runs a program to its end. */
    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(String.join(" ", command) + " failed");
        }
    }

    /** Keeps what is to be seen. */
    void picture(String name) {
        try {
            ui(() -> {
                display.getShells()[0].update();
                return null;
            });
            Thread.sleep(600);
            ui(() -> {
                Image image = new Image(display, display.getBounds().width, display.getBounds().height);
                GC gc = new GC(display);
                gc.copyArea(image, 0, 0);
                gc.dispose();
                ImageLoader loader = new ImageLoader();
                loader.data = new ImageData[] {opaque(image.getImageData())};
                loader.save(pictures.resolve(name + ".png").toString(), SWT.IMAGE_PNG);
                image.dispose();
                return null;
            });
        } catch (Exception e) {
            throw new IllegalStateException("no picture " + name, e);
        }
    }

    private static ImageData opaque(ImageData data) {
        ImageData plain = new ImageData(data.width, data.height, 24, new PaletteData(0xff0000, 0xff00, 0xff));
        int[] line = new int[data.width];
        for (int y = 0; y < data.height; y++) {
            for (int x = 0; x < data.width; x++) {
                var rgb = data.palette.getRGB(data.getPixel(x, y));
                line[x] = rgb.red << 16 | rgb.green << 8 | rgb.blue;
            }
            plain.setPixels(0, y, data.width, line, 0);
        }
        return plain;
    }
}
