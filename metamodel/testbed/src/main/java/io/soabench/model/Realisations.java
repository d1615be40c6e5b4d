package io.soabench.model;

import io.soabench.model.testbed.ProcessLanguage;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.util.Objects;
import java.util.Optional;

/** The choice of the file that an engine runs for a process: the one in its language, of the variant that the engine names. */
public final class Realisations {

    private Realisations() {}

    /** Returns the file in another language than BPEL that an engine runs for a process; empty where the process has none. */
    public static Optional<Realisation> of(WhiteBoxProcess process, Server engine) {
        ProcessLanguage language = engine.getType().getLanguage();
        return process.getRealisations().stream()
                .filter(each ->
                        each.getLanguage() == language && Objects.equals(each.getVariant(), engine.getVariant()))
                .findFirst();
    }

    /** Returns whether an engine runs the BPEL file of a process. BPEL files have no variants. */
    public static boolean isBpel(WhiteBoxProcess process, Server engine) {
        return engine.getType().getLanguage() == ProcessLanguage.BPEL
                && process.getContract() == null
                && engine.getVariant() == null;
    }

    /**
     * Returns why an engine has no file of a process to run, and the remedy, as a sentence for the user.
     *
     * @return empty where it has one
     */
    public static Optional<String> missing(WhiteBoxProcess process, Server engine) {
        if (isBpel(process, engine) || of(process, engine).isPresent()) {
            return Optional.empty();
        }
        String language = engine.getType().getLanguage().getLiteral();
        String runs = "engine \"" + engine.getName() + "\" runs " + language;
        if (engine.getVariant() == null) {
            boolean bpel = engine.getType().getLanguage() == ProcessLanguage.BPEL;
            return Optional.of(runs + ", and process \"" + process.getName() + "\" has no file in that language; "
                    + (bpel ? "state its contract by: " : "add to the process: ") + language + " \"<file>\"");
        }
        if (engine.getType().getLanguage() == ProcessLanguage.BPEL) {
            return Optional.of(runs + " and names the variant \"" + engine.getVariant()
                    + "\", and BPEL files have no variants; make a process of each file, and remove: runs "
                    + engine.getVariant());
        }
        return Optional.of(runs + " of the variant \"" + engine.getVariant() + "\", and process \""
                + process.getName() + "\" has no such file; add to the process: " + language + " \"<file>\" as "
                + engine.getVariant());
    }
}
