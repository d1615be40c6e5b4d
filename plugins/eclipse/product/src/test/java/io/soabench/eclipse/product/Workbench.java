package io.soabench.eclipse.product;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The assembled product on a display of its own, with the robot as one more bundle; both end by {@link #end}. */
final class Workbench {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path PRODUCT = TARGET.resolve("soabench");

    private final Path folder;
    private final Process display;
    private final String displayName;
    private Process workbench;

    /** Starts the display. */
    Workbench(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        Path number = folder.resolve("display");
        display = new ProcessBuilder(
                        "sh", "-c", "exec Xvfb -displayfd 7 -screen 0 1280x800x24 -nolisten tcp 7>'" + number + "'")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("xvfb.log").toFile())
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(number) || !Files.readString(number).endsWith("\n")) {
            if (System.nanoTime() > end || !display.isAlive()) {
                display.destroyForcibly();
                throw new IOException("Xvfb does not start; see " + folder.resolve("xvfb.log"));
            }
            Thread.sleep(50);
        }
        displayName = ":" + Files.readString(number).strip();
    }

    /** What is missing on this machine for a workbench without a screen, which shows reports. */
    static Optional<String> missing() throws IOException, InterruptedException {
        for (String program : List.of("Xvfb", "xdotool")) {
            if (Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .noneMatch(each -> Files.isExecutable(Path.of(each, program)))) {
                return Optional.of(program + " is not installed");
            }
        }
        Process libraries = new ProcessBuilder("/sbin/ldconfig", "-p").start();
        String known = new String(libraries.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        libraries.waitFor();
        return Stream.of("libgtk-3.so.0", "libwebkit2gtk-4.1.so.0")
                .filter(each -> !known.contains(each))
                .findFirst()
                .map(each -> each + " is not installed");
    }

    /** Where the robot leaves what it has seen. */
    Path results() {
        return folder;
    }

    /**
     * Runs the workbench until the robot has closed it.
     *
     * @return its exit code; empty if it did not end in time
     */
    Optional<Integer> run(long minutes, String... properties) throws IOException, InterruptedException {
        Path configuration = configuration();
        List<String> flags = new ArrayList<>(List.of(properties));
        flags.add("-Dsoabench.robot=" + folder);
        ProcessBuilder builder = new ProcessBuilder(
                        PRODUCT.resolve("soabench").toString(),
                        "-consoleLog",
                        "-nosplash",
                        "-configuration",
                        configuration.toString(),
                        "-data",
                        folder.resolve("workspace").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("workbench.log").toFile());
        builder.environment().put("DISPLAY", displayName);
        builder.environment().put("GDK_BACKEND", "x11");
        builder.environment().remove("WAYLAND_DISPLAY");
        builder.environment().put("NO_AT_BRIDGE", "1");
        builder.environment().put("SOABENCH_VMARGS", String.join(" ", flags));
        workbench = builder.start();
        return workbench.waitFor(minutes, TimeUnit.MINUTES) ? Optional.of(workbench.exitValue()) : Optional.empty();
    }

    /** The product's configuration with one bundle more; the product itself stays as it is. */
    private Path configuration() throws IOException {
        Path own = PRODUCT.resolve("configuration");
        Path list = Path.of("org.eclipse.equinox.simpleconfigurator", "bundles.info");
        Path configuration = folder.resolve("configuration");
        Files.createDirectories(configuration.resolve(list).getParent());
        Files.writeString(
                configuration.resolve(list),
                Files.readString(own.resolve(list)).replace(",plugins/", ",file:" + PRODUCT + "/plugins/")
                        + "io.soabench.eclipse.robot,0.1.0,file:" + TARGET.resolve("test-classes") + "/,4,false\n");
        Files.writeString(
                configuration.resolve("config.ini"),
                Files.readString(own.resolve("config.ini"))
                        .replace("file\\:plugins/", "file\\:" + PRODUCT + "/plugins/")
                        .replace("reference\\:file\\:", "reference\\:file\\:" + PRODUCT + "/plugins/"));
        return configuration;
    }

    /** Ends both, whatever they do. */
    void end() throws InterruptedException {
        for (Process each : workbench == null ? List.of(display) : List.of(workbench, display)) {
            each.descendants().forEach(ProcessHandle::destroy);
            each.destroy();
            if (!each.waitFor(20, TimeUnit.SECONDS)) {
                each.destroyForcibly();
            }
        }
    }
}
