package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.Deflater;
import org.eclipse.packager.rpm.RpmTag;
import org.eclipse.packager.rpm.RpmVersion;
import org.eclipse.packager.rpm.build.BuilderContext;
import org.eclipse.packager.rpm.build.BuilderOptions;
import org.eclipse.packager.rpm.build.DigestAlgorithm;
import org.eclipse.packager.rpm.build.FileInformation;
import org.eclipse.packager.rpm.build.RpmBuilder;
import org.eclipse.packager.rpm.build.SimpleFileInformationCustomizer;
import org.eclipse.packager.rpm.coding.PayloadCoding;
import org.eclipse.packager.rpm.deps.RpmDependencyFlags;

/**
 * The program as a package for the package manager RPM, which Red Hat's and SUSE's distributions and their relatives use.
 *
 * @param release      the build that is packed
 * @param architecture architecture of the native files in the package
 * @param needed       requirements of the native files
 */
record RpmPackage(Release release, Architecture architecture, Requirements needed) {
    /** The number that counts packages of one version; a release is packed once. */
    private static final String FIRST = "1";
    private static final String OWN_FOLDERS = "usr/(lib|share/doc)/hpl-hetero(/.*)?";

    /**
     * Writes the package of an unpacked release.
     *
     * @param root the folder with the unpacked release
     * @param to   the package file to be written
     * @param work an existing folder for files that are needed on the way
     */
    void write(Path root, Path to, Path work) throws IOException {
        BuilderOptions options = new BuilderOptions();
        options.setOpenOptions(new StandardOpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE});
        options.setPayloadCoding(PayloadCoding.GZIP);
        options.setPayloadFlags(Integer.toString(Deflater.BEST_COMPRESSION));
        options.setFileDigestAlgorithm(DigestAlgorithm.SHA256);
        try (RpmBuilder builder = new RpmBuilder("hpl-hetero", new RpmVersion(null, version(), FIRST), architecture.rpm(), to, options)) {
            builder.setInformation(information());
            // RPM's field has 32 bits, as its times end in 2106
            int seconds = (int) release.time().getEpochSecond();
            builder.setHeaderCustomizer(header -> header.putInt(RpmTag.BUILDTIME, seconds));
            builder.addRequirement("libc.so.6(GLIBC_" + needed.glibc() + ")(64bit)", "");
            builder.addRequirement("bash", "");
            for (String library : needed.libraries()) {
                builder.addRequirement(library + "()(64bit)", "");
            }
            builder.addProvides("hpl-hetero", version() + "-" + FIRST, RpmDependencyFlags.EQUAL);
            add(builder.newContext(), InstalledFile.of(root, work.resolve("copyright"), "site-functions"));
            builder.build();
        }
    }

    /** Adds files, links, and those folders that are this package's own. */
    private void add(BuilderContext context, List<InstalledFile> files) throws IOException {
        SortedSet<String> folders = new TreeSet<>();
        for (InstalledFile file : files) {
            for (Path folder = Path.of(file.name()).getParent(); folder != null; folder = folder.getParent()) {
                folders.add(folder.toString());
            }
        }
        for (String folder : folders) {
            if (folder.matches(OWN_FOLDERS)) {
                context.addDirectory("/" + folder, like(Archive.EXECUTABLE));
            }
        }
        for (InstalledFile file : files) {
            if (file.isLink()) {
                context.addSymbolicLink("/" + file.name(), file.target(), like(Archive.EXECUTABLE));
            } else {
                context.addFile("/" + file.name(), file.file(), like(file.mode()));
            }
        }
    }

    private SimpleFileInformationCustomizer like(int mode) {
        Instant time = release.time();
        return (FileInformation file) -> {
            file.setMode((short) mode);
            file.setTimestamp(time);
            file.setUser("root");
            file.setGroup("root");
        };
    }

    private RpmBuilder.PackageInformation information() {
        RpmBuilder.PackageInformation information = new RpmBuilder.PackageInformation();
        information.setSummary(Release.SUMMARY);
        information.setDescription(Release.DESCRIPTION);
        information.setLicense("Apache-2.0");
        information.setGroup("Applications/Engineering");
        information.setPackager(release.maintainer());
        // the same bytes on every machine
        information.setBuildHost("localhost");
        return information;
    }

    /** Returns the version in RPM's form, in which 1.0~rc1 comes before 1.0 and a hyphen has a meaning of its own. */
    private String version() {
        return release.versionWithTilde();
    }
}
