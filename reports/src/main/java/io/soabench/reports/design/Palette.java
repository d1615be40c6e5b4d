package io.soabench.reports.design;

import org.eclipse.birt.chart.model.attribute.ColorDefinition;
import org.eclipse.birt.chart.model.attribute.impl.ColorDefinitionImpl;

/** The colours of a report. They are distinguishable in print and for most people with colour-deficient sight. */
public enum Palette {
    INK("#1f2933"),
    QUIET("#6b7785"),
    RULE("#d5dbe1"),
    BAND("#f4f6f8"),
    BLUE("#2f6db5"),
    PALE_BLUE("#9cc3ea"),
    ORANGE("#d9822b"),
    GREEN("#2e8b57"),
    RED("#c23030"),
    PURPLE("#7a5195"),
    /** Colours behind text; in grey they differ, the worst is the darkest. */
    GOOD_SHADE("#eaf4ee"),
    SAME_SHADE("#dfe7f0"),
    BAD_SHADE("#ebc4b4"),
    WORST_SHADE("#d39a86");

    private final String hex;

    Palette(String hex) {
        this.hex = hex;
    }

    /** Returns the colour as {@code #rrggbb}. */
    public String hex() {
        return hex;
    }

    /** Returns the colour of a chart. */
    public ColorDefinition chart() {
        int rgb = Integer.parseInt(hex.substring(1), 16);
        return ColorDefinitionImpl.create(rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff);
    }
}
