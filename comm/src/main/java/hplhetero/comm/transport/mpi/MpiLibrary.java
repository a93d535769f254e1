package hplhetero.comm.transport.mpi;

import hplhetero.comm.CommException;
import hplhetero.comm.transport.mpi.Candidates.Candidate;
import hplhetero.comm.transport.mpi.Launcher.Family;
import hplhetero.ffm.CLibrary;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An MPI library that is loaded into this process; it is never unloaded.
 *
 * @param file      path from which the library was loaded
 * @param abi       the library's binary interface
 * @param functions the library's functions
 * @param topology  the library's functions that tell of the network, where it has them
 * @param gpus      the library's functions that tell whether it can send from the memory of GPUs
 * @param version   the library's own words for what it is, shortened
 * @param reason    why the library was taken
 */
record MpiLibrary(String file, MpiAbi abi, MpiFunctions functions, Optional<FujitsuTopology> topology, GpuAwareness gpus,
                  String version, String reason) {

    /** The symbols of a loaded MPI library. */
    record Symbols(NativeLibrary library) {

        Optional<MemorySegment> find(String name) {
            return library.find(name);
        }

        MemorySegment require(String name) {
            return find(name).orElseThrow(() -> new CommException("the MPI library has no " + name + ", library=" + library.name()
                    + ": name a library of MPI 3.0 or later with --mpi-lib PATH"));
        }

        NativeFunction function(String name) {
            return new NativeFunction(name, require(name));
        }
    }

    /** Words in MPI_Get_library_version's text that tell a library of the MPICH ABI. */
    private static final List<String> MPICH_KIN = List.of("mpich", "intel", "mvapich", "parastation");

    /**
     * Loads the library that the user named, else the one that goes with the launcher.
     *
     * @throws CommException when no library is found, or the named one cannot be used
     */
    static MpiLibrary open(Optional<Path> named, Launcher launcher, Map<String, String> environment) {
        // UCX, which many MPI libraries use, would take SIGSEGV as its own and end the JVM at the first implicit null check
        CLibrary.setenv("UCX_ERROR_SIGNALS", "");
        return named.map(MpiLibrary::openNamed).orElseGet(() -> openFirst(Candidates.of(launcher, environment)));
    }

    private static MpiLibrary openNamed(Path file) {
        String name;
        try {
            name = NativeLibrary.nameOf(file);
        } catch (NativeLibrary.Refused e) {
            throw new CommException("the MPI library " + e.getMessage() + ", library=" + file + ": name the library's file", e);
        }
        try {
            return of(new Symbols(NativeLibrary.openGlobally(name)), "named by --mpi-lib");
        } catch (NativeLibrary.Refused e) {
            throw new CommException("the MPI library cannot be loaded, library=" + file + ": " + e.getMessage(), e);
        }
    }

    private static MpiLibrary openFirst(List<Candidate> candidates) {
        List<String> refused = new ArrayList<>();
        for (Candidate candidate : candidates) {
            Optional<NativeLibrary> library = load(candidate, refused);
            if (library.isPresent()) {
                return of(new Symbols(library.get()), candidate.reason());
            }
        }
        throw new CommException("no MPI library was found (" + String.join("; ", refused)
                + "): install Open MPI or MPICH, load its module, or name its library with --mpi-lib PATH");
    }

    /** Loads a candidate and returns it if it is of the expected family; else returns empty and adds the reason to {@code refused}. */
    private static Optional<NativeLibrary> load(Candidate candidate, List<String> refused) {
        Arena arena = Arena.ofConfined();
        try {
            boolean openMpi = NativeLibrary.open(candidate.file(), arena).find(MpiAbi.OPEN_MPI_MARK).isPresent();
            if (candidate.family().isPresent() && openMpi != (candidate.family().get() == Family.OPEN_MPI)) {
                arena.close();
                refused.add(candidate.file() + ": not of the MPI that the launcher belongs to");
                return Optional.empty();
            }
            // the first handle stays open, or the library would be unloaded in between
            return Optional.of(NativeLibrary.openGlobally(candidate.file()));
        } catch (NativeLibrary.Refused e) {
            refused.add(e.getMessage());
            return Optional.empty();
        }
    }

    private static MpiLibrary of(Symbols symbols, String reason) {
        String file = NativeLibrary.fileOf(symbols.require("MPI_Init_thread")).orElse(symbols.library().name());
        boolean standard = (file + symbols.library().name()).contains("mpi_abi");
        boolean openMpi = !standard && symbols.find(MpiAbi.OPEN_MPI_MARK).isPresent();
        MpiAbi abi = standard ? MpiAbi.STANDARD : openMpi ? MpiAbi.openMpi(symbols) : MpiAbi.MPICH;
        MpiFunctions functions = new MpiFunctions(symbols, abi);
        String version = version(functions, file);
        if (abi == MpiAbi.MPICH && MPICH_KIN.stream().noneMatch(version.toLowerCase(Locale.ROOT)::contains)) {
            throw new CommException("the MPI library has an unknown ABI, library=" + file + " version=" + version
                    + ": take Open MPI, MPICH, an MPI with the ABI of MPICH, or a libmpi_abi of MPI 5");
        }
        return new MpiLibrary(file, abi, functions, FujitsuTopology.of(symbols), GpuAwareness.of(symbols), version, reason);
    }

    /** Returns the first line of the library's version text, up to a comma: "Open MPI v4.1.4", "MPICH Version: 4.0.2". */
    private static String version(MpiFunctions functions, String file) {
        try {
            return functions.libraryVersion().lines().findFirst().orElse("").split(",")[0].replaceAll("\\s+", " ").strip();
        } catch (MpiError e) {
            throw new CommException("the MPI library does not tell its version, library=" + file + ": " + e.getMessage(), e);
        }
    }

    /** Returns implementation, version, file and ABI of the library, and why it was taken. */
    String description() {
        return version + " (" + file + ", " + abi.name() + "; " + reason + ")";
    }
}
