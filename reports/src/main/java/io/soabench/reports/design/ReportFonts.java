package io.soabench.reports.design;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The fonts that come with SOABench, so that a report looks the same on a machine without any font. They are unpacked into a working
 * folder, to which Java and BIRT are directed. This must happen before the first class of AWT is loaded.
 */
public final class ReportFonts {

    /** The one family of the report: Liberation Sans (SIL Open Font License). */
    public static final String FAMILY = "Liberation Sans";

    /** The same family for CSS, with replacements for browsers that lack it. */
    public static final String CSS_FAMILIES = "'" + FAMILY + "',Arial,Helvetica,sans-serif";

    private static final List<String> FILES = List.of("Regular", "Bold", "Italic", "BoldItalic").stream()
            .map(style -> "LiberationSans-" + style + ".ttf")
            .toList();

    private final Path folder;

    private ReportFonts(Path folder) {
        this.folder = folder;
    }

    /** Unpacks the fonts into the folder and makes Java use them. */
    public static ReportFonts unpack(Path folder) throws IOException {
        for (String file : FILES) {
            try (InputStream in = ReportFonts.class.getResourceAsStream("/liberation/" + file)) {
                if (in == null) {
                    throw new IOException("the font " + file + " is not on the class path");
                }
                Files.copy(in, folder.resolve(file));
            }
        }
        ReportFonts fonts = new ReportFonts(folder);
        Path configuration = folder.resolve("fontconfig.properties");
        Files.writeString(configuration, fonts.javaConfiguration());
        System.setProperty("sun.awt.fontconfig", configuration.toString());
        System.setProperty("java.awt.headless", "true");
        return fonts;
    }

    /** Returns the file of upright letters. */
    public Path regular() {
        return file("plain");
    }

    /** Returns the file of letters of that style. */
    public Path file(boolean bold, boolean italic) {
        if (bold) {
            return file(italic ? "bolditalic" : "bold");
        }
        return file(italic ? "italic" : "plain");
    }

    /** Returns the configuration that maps Java's logical fonts to the report's fonts, so that Java needs no library of the system. */
    private String javaConfiguration() {
        StringBuilder text = new StringBuilder("version=1\nsequence.allfonts=default\n");
        for (String family : List.of("serif", "sansserif", "monospaced", "dialog", "dialoginput")) {
            for (String style : List.of("plain", "bold", "italic", "bolditalic")) {
                text.append(family)
                        .append('.')
                        .append(style)
                        .append(".default=")
                        .append(face(style))
                        .append('\n');
            }
        }
        for (String style : List.of("plain", "bold", "italic", "bolditalic")) {
            String name = "Liberation_Sans" + suffix(style);
            text.append("filename.")
                    .append(name)
                    .append('=')
                    .append(file(style))
                    .append('\n');
        }
        return text.toString();
    }

    private static String face(String style) {
        return "Liberation Sans" + suffix(style).replace('_', ' ');
    }

    private static String suffix(String style) {
        return switch (style) {
            case "bold" -> "_Bold";
            case "italic" -> "_Italic";
            case "bolditalic" -> "_Bold_Italic";
            default -> "";
        };
    }

    private Path file(String style) {
        return folder.resolve(
                switch (style) {
                    case "bold" -> "LiberationSans-Bold.ttf";
                    case "italic" -> "LiberationSans-Italic.ttf";
                    case "bolditalic" -> "LiberationSans-BoldItalic.ttf";
                    default -> "LiberationSans-Regular.ttf";
                });
    }

    /** Returns BIRT's font configuration: only the working folder is searched, and every name and script falls back to the report's family. */
    public Path birtConfiguration() throws IOException {
        Path file = folder.resolve("fontsConfig.xml");
        StringBuilder aliases = new StringBuilder();
        for (String name : List.of("serif", "sans-serif", "monospace", "cursive", "fantasy", "Arial", "Helvetica")) {
            aliases.append("    <mapping name=\"").append(name).append("\" font-family=\"" + FAMILY + "\"/>\n");
        }
        Files.writeString(
                file,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<font>\n  <font-aliases>\n" + aliases
                        + "  </font-aliases>\n  <composite-font name=\"all-fonts\">\n    <all-fonts>\n      <font font-family=\""
                        + FAMILY + "\"/>\n    </all-fonts>\n  </composite-font>\n  <font-paths>\n    <path path=\""
                        + folder + "\"/>\n  </font-paths>\n</font>\n");
        return file;
    }
}
