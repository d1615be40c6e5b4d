package io.soabench.axis2;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A zip file whose bytes depend on its entries only. They are sorted by name, have a fixed time, and are stored without
 * compression: the output of a compressor may differ between Java versions.
 */
final class StableZip {

    private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0, 0);

    private StableZip() {}

    /** Writes a zip file. */
    static void write(Path file, Map<String, byte[]> entries) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputStream bytes = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Map.Entry<String, byte[]> each : new TreeMap<>(entries).entrySet()) {
                byte[] content = each.getValue();
                CRC32 crc = new CRC32();
                crc.update(content);
                ZipEntry entry = new ZipEntry(each.getKey());
                entry.setTimeLocal(TIME);
                entry.setSize(content.length);
                entry.setCompressedSize(content.length);
                entry.setCrc(crc.getValue());
                zip.putNextEntry(entry);
                zip.write(content);
                zip.closeEntry();
            }
        }
    }
}
