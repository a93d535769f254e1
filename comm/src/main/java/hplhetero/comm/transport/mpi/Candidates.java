package hplhetero.comm.transport.mpi;

import hplhetero.comm.transport.mpi.Launcher.Family;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The list of libraries that may be the launcher's MPI, the likeliest first. */
final class Candidates {
    /** Names of Open MPI's library: that of versions 3 to 5, then the name without a number, which Fujitsu MPI and others have. */
    private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so");
    /** Names of libraries of the MPICH family: Debian's MPICH, then MPICH's own build, Intel MPI and MVAPICH, then Cray MPICH. */
    private static final List<String> MPICH = List.of("libmpich.so.12", "libmpi.so.12", "libmpi_cray.so.12", "libmpi_gnu*.so*");
    /** Name of a library of the standard ABI of MPI 5. */
    private static final List<String> STANDARD = List.of("libmpi_abi.so.0");

    /**
     * A library to try as the launcher's MPI.
     *
     * @param file   path of the library, or a soname for the system's loader to find
     * @param family family that the library must turn out to be of; empty: any
     * @param reason why the library is tried, for people
     */
    record Candidate(String file, Optional<Family> family, String reason) {
    }

    private Candidates() {
    }

    /** Returns the candidates for this launcher, the likeliest first: by family, then by folder, then by the system's loader. */
    static List<Candidate> of(Launcher launcher, Map<String, String> environment) {
        Set<Path> folders = folders(environment);
        List<Candidate> candidates = new ArrayList<>();
        for (Family family : launcher.families()) {
            add(candidates, folders, family == Family.OPEN_MPI ? OPEN_MPI : MPICH, Optional.of(family), launcher);
        }
        add(candidates, folders, STANDARD, Optional.empty(), launcher);
        return candidates;
    }

    private static void add(List<Candidate> candidates, Collection<Path> folders, List<String> names,
            Optional<Family> family, Launcher launcher) {
        for (Path folder : folders) {
            for (Path file : files(folder, names)) {
                candidates.add(new Candidate(file.toString(), family, launcher.text() + ", found in " + folder));
            }
        }
        for (String name : names) {
            if (!name.contains("*")) {
                candidates.add(new Candidate(name, family, launcher.text() + ", found by the system's loader"));
            }
        }
    }

    /** Returns the library folders of the MPIs that the environment, this process' ancestors and the PATH name, in this order. */
    private static Set<Path> folders(Map<String, String> environment) {
        Set<Path> folders = new LinkedHashSet<>();
        for (String home : List.of("OPAL_PREFIX", "MPI_HOME", "I_MPI_ROOT", "MPICH_DIR", "CRAY_MPICH_DIR")) {
            String value = environment.getOrDefault(home, "");
            if (!value.isBlank()) {
                addLibraryFolders(folders, Path.of(value));
            }
        }
        List<Path> programs = new ArrayList<>(LauncherPrograms.aboveThisProcess());
        programs.addAll(LauncherPrograms.onPath(environment));
        for (Path program : programs) {
            Path home = program.toAbsolutePath().getParent().getParent();
            if (home != null) {
                addLibraryFolders(folders, home);
            }
        }
        return folders;
    }

    /** Adds the folders below {@code home} in which libraries may lie, as far as they exist. */
    private static void addLibraryFolders(Set<Path> folders, Path home) {
        for (String library : List.of("lib/release", "lib", "lib64")) {
            Path folder = home.resolve(library);
            if (Files.isDirectory(folder)) {
                folders.add(folder);
            }
        }
    }

    private static List<Path> files(Path folder, List<String> names) {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, name)) {
                found.forEach(files::add);
            } catch (IOException e) {
                return files; // a folder that cannot be read has no candidates
            }
        }
        return files;
    }
}
