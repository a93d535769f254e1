package hplhetero.run;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import hplhetero.comm.MessageMemory;
import hplhetero.run.machine.Affinity;
import hplhetero.run.machine.MemoryPolicy;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may know whom: docs/design.md, held by the build. */
final class ArchitectureTest {
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).withImportOption(location -> !location.contains("/test-support"))
            .importPackages("hplhetero");
    private static final DescribedPredicate<JavaClass> OURS = resideInAPackage("hplhetero..");
    /** Modules that tests are written for; anything else of ours in a rule means a new module nobody placed. */
    private static final Set<String> MODULES = Set.of("ffm", "network", "comm", "blas", "hpl", "input", "results", "run");

    /** Types in a package: 20 can be known by heart, and a few more are better than two merged to please a number. */
    private static final int MOST_TYPES = 30;

    @Test
    void modulesHaveNoCycles() {
        slices().matching("hplhetero.(*)..").should().beFreeOfCycles().check(PRODUCT);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("hplhetero.(**)").should().beFreeOfCycles().check(PRODUCT);
    }

    /** A room is a folder with all that lies below it, also where it has no classes of its own. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void roomsHaveNoCycles(int depth) {
        slices().assignedFrom(new Rooms(depth)).should().beFreeOfCycles().check(PRODUCT);
    }

    /** @param depth folders below {@code hplhetero} by whose names rooms are told apart */
    private record Rooms(int depth) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String[] folders = type.getPackageName().split("\\.");
            return folders[0].equals("hplhetero") ? SliceIdentifier.of(Arrays.copyOf(folders, Math.min(folders.length, depth + 1)))
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "rooms, " + depth + " folders deep";
        }
    }

    @Test
    void noPackageIsTooLargeToKnow() {
        Map<String, Long> types = PRODUCT.stream().filter(c -> c.isTopLevelClass() && !c.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(types).hasSizeGreaterThan(40).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_TYPES));
    }

    @Test
    void ffmKnowsNoOtherModule() {
        onlyOurs("hplhetero.ffm..", "hplhetero.ffm..").check(PRODUCT);
    }

    /** Fabrics, what is sent over them and what that takes: a model, without input or output. */
    @Test
    void networkKnowsNobody() {
        onlyOurs("hplhetero.network..", "hplhetero.network..").check(PRODUCT);
        noClasses().that().resideInAPackage("hplhetero.network..").should().dependOnClassesThat()
                .resideInAnyPackage("java.nio..", "java.net..", "java.lang.foreign..").check(PRODUCT);
    }

    @Test
    void commKnowsNetworksAndCommAndBlasTheLoaderOfLibraries() {
        onlyOurs("hplhetero.comm..", "hplhetero.comm..", "hplhetero.network..", "hplhetero.ffm").check(PRODUCT);
        onlyOurs("hplhetero.blas..", "hplhetero.blas..", "hplhetero.ffm").check(PRODUCT);
    }

    @Test
    void theAlgorithmKnowsOnlyTheContractsOfCommAndBlas() {
        onlyOurs("hplhetero.hpl..", "hplhetero.hpl..", "hplhetero.comm", "hplhetero.comm.collective", "hplhetero.network.schedule",
                "hplhetero.network.topology", "hplhetero.network.model", "hplhetero.network.simulate", "hplhetero.blas").check(PRODUCT);
        noClasses().that().resideInAPackage("hplhetero.hpl..").and().resideOutsideOfPackages("hplhetero.hpl.calibrate",
                "hplhetero.hpl.cluster", "hplhetero.hpl.network..", "hplhetero.hpl.model.network", "hplhetero.hpl.simulate").should()
                .dependOnClassesThat().resideInAPackage("hplhetero.network.model").check(PRODUCT);
        noClasses().that().resideInAPackage("hplhetero.hpl..").and().resideOutsideOfPackage("hplhetero.hpl.simulate").should()
                .dependOnClassesThat().resideInAPackage("hplhetero.network.simulate").check(PRODUCT);
    }

    /** What is asked, what came out and what is known of ranks are records: they know no algorithm. */
    @Test
    void recordsKnowNoAlgorithm() {
        onlyOurs("hplhetero.hpl.problem", "hplhetero.hpl.problem", "hplhetero.comm", "hplhetero.network.schedule").check(PRODUCT);
        onlyOurs("hplhetero.hpl.cluster", "hplhetero.hpl.cluster", "hplhetero.network.topology", "hplhetero.network.model").check(PRODUCT);
        onlyOurs("hplhetero.hpl.network", "hplhetero.hpl.network", "hplhetero.hpl.cluster", "hplhetero.network.topology",
                "hplhetero.network.model").check(PRODUCT);
        onlyOurs("hplhetero.hpl.result", "hplhetero.hpl.result", "hplhetero.hpl.problem", "hplhetero.hpl.cluster").check(PRODUCT);
    }

    @Test
    void theSolverOnlySolves() {
        noClasses().that().resideInAPackage("hplhetero.hpl").should().dependOnClassesThat()
                .resideInAnyPackage("hplhetero.hpl.plan..", "hplhetero.hpl.calibrate").check(PRODUCT);
    }

    @Test
    void inputKnowsOnlyRecords() {
        onlyOurs("hplhetero.input..", "hplhetero.input..", "hplhetero.hpl.problem", "hplhetero.hpl.cluster", "hplhetero.hpl.plan",
                "hplhetero.hpl.model", "hplhetero.network.topology", "hplhetero.network.schedule", "hplhetero.comm.select")
                .check(PRODUCT);
    }

    /** A picture of who owns which block takes that from the map that the solver takes it from. */
    @Test
    void resultsKnowOnlyRecords() {
        onlyOurs("hplhetero.results..", "hplhetero.results..", "hplhetero.hpl.problem", "hplhetero.hpl.result", "hplhetero.hpl.cluster",
                "hplhetero.hpl.plan", "hplhetero.hpl.model", "hplhetero.hpl.plan.predict", "hplhetero.network.schedule",
                "hplhetero.network.topology", "hplhetero.network.model", "hplhetero.hpl.grid").check(PRODUCT);
        noClasses().that().resideInAPackage("hplhetero.results..").and().resideOutsideOfPackage("hplhetero.results.html").should()
                .dependOnClassesThat().resideInAPackage("hplhetero.hpl.grid").check(PRODUCT);
    }

    @Test
    void theProgramNamesNoProviderAndNoTransport() {
        onlyOurs("hplhetero.run..", "hplhetero.run..", "hplhetero.hpl", "hplhetero.hpl.problem", "hplhetero.hpl.result",
                "hplhetero.hpl.cluster", "hplhetero.hpl.network..", "hplhetero.hpl.memory", "hplhetero.hpl.checkpoint",
                "hplhetero.hpl.plan", "hplhetero.hpl.plan.map",
                "hplhetero.hpl.model.messages", "hplhetero.hpl.model", "hplhetero.hpl.plan.predict", "hplhetero.hpl.simulate",
                "hplhetero.hpl.calibrate", "hplhetero.hpl.pfact.place", "hplhetero.comm", "hplhetero.comm.collective",
                "hplhetero.network.lid", "hplhetero.network.lid.tables", "hplhetero.network.topology", "hplhetero.network.schedule",
                "hplhetero.network.model",
                "hplhetero.comm.select", "hplhetero.network.simulate", "hplhetero.blas", "hplhetero.blas.select",
                "hplhetero.blas.environment", "hplhetero.blas.slowed", "hplhetero.ffm", "hplhetero.input..", "hplhetero.results..")
                .check(PRODUCT);
        noClasses().that().resideInAPackage("hplhetero.run..").and().resideOutsideOfPackages("hplhetero.run.net.lids",
                "hplhetero.run.net.paper").should().dependOnClassesThat().resideInAnyPackage("hplhetero.network.lid..",
                "hplhetero.hpl.model.messages").check(PRODUCT);
    }

    /** What workers or messages may still touch when something failed is freed in one place, which knows when. */
    @Test
    void sharedMemoryIsFreedInOnePlace() {
        noClasses().that().doNotBelongToAnyOf(MessageMemory.class).and().resideOutsideOfPackages("hplhetero.comm.transport.local",
                "hplhetero.blas", "hplhetero.blas.select")
                .should().callMethod(Arena.class, "ofShared").check(PRODUCT);
    }

    /** Files that users name come by the door that knows limits; the others read files of the system, of the program, or its own. */
    @Test
    void filesOfUsersAreReadByOneDoor() {
        noClasses().that().haveNameNotMatching("hplhetero\\.(input\\.text\\.TextFile|results\\.history\\.History|hpl\\.JustInTimeCompiler"
                + "|comm\\.transport\\..*|blas\\.(host\\.nativeblas\\..*|environment\\.CacheLock|select\\.Machine(Cache|Identity))"
                + "|run\\.(power|machine|dist|resume)\\..*|run\\.facts\\.SystemFiles|run\\.job\\.Build|dist\\..*)")
                .should().callMethodWhere(target(owner(name(Files.class.getName()))).and(target(nameMatching(
                        "readAllBytes|readString|readAllLines|lines|newBufferedReader|newInputStream"))))
                .check(PRODUCT);
    }

    @Test
    void onlyTheProgramReadsCommandLines() {
        noClasses().that(not(resideInAPackage("hplhetero.run..")).and(OURS))
                .should().dependOnClassesThat().resideInAnyPackage("picocli..", "oshi..").check(PRODUCT);
    }

    @Test
    void onlyResultsAndTheProgramKnowJson() {
        noClasses().that(not(resideInAnyPackage("hplhetero.run..", "hplhetero.results..")).and(OURS))
                .should().dependOnClassesThat().resideInAnyPackage("tools.jackson..", "com.fasterxml..").check(PRODUCT);
    }

    /** Who binds a library has its functions' signatures; the handles are made, and libraries loaded, in one place. */
    @Test
    void nativeCodeIsLoadedInOnePlace() {
        noClasses().that(not(resideInAPackage("hplhetero.ffm")).and(OURS)).should().dependOnClassesThat()
                .haveNameMatching("java\\.lang\\.foreign\\.(Linker|SymbolLookup)").check(PRODUCT);
    }

    /** Prefetch calls an instruction that Java lacks; Affinity and MemoryPolicy place threads and pages; Nvml asks GPUs what they take. */
    @Test
    void nativeCallsStayInProvidersAndTransports() {
        noClasses().that(not(resideInAnyPackage("hplhetero.blas.host.nativeblas..", "hplhetero.blas.device..",
                        "hplhetero.comm.transport..", "hplhetero.ffm"))
                        .and(not(belongToAnyOf(Affinity.class, MemoryPolicy.class).or(name("hplhetero.blas.host.vector.Prefetch"))
                                .or(name("hplhetero.run.power.Nvml")))).and(OURS))
                .should().dependOnClassesThat().haveFullyQualifiedName("hplhetero.ffm.Downcall").check(PRODUCT);
    }

    @Test
    void nobodyPrintsButTheProgram() {
        noClasses().that(not(resideInAPackage("hplhetero.run..")).and(OURS))
                .should().accessField(System.class, "out").orShould().accessField(System.class, "err").check(PRODUCT);
    }

    /** What is said on standard error may hold what files and arguments say, which a terminal must not obey. */
    @Test
    void messagesAreShownByOneDoor() {
        noClasses().that().resideInAPackage("hplhetero.run..").and().resideOutsideOfPackages("hplhetero.run.terminal",
                "hplhetero.run.dist").and().haveNameNotMatching(
                ".*\\.(DisplayOptions|AgentCommand|BurnInHostCommand)").should().accessField(System.class, "err").check(PRODUCT);
    }

    @Test
    void everyPackageSaysWhatItOwns() {
        Set<String> packages = PRODUCT.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = PRODUCT.stream().filter(c -> c.getSimpleName().equals("package-info"))
                .map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertThat(packages).contains("hplhetero.comm", "hplhetero.run");
        assertThat(documented).containsAll(packages);
    }

    @Test
    void everyModuleHasItsRules() {
        assertThat(PRODUCT.stream().map(c -> c.getPackageName().split("\\.")[1]).collect(Collectors.toSet()))
                .isEqualTo(MODULES);
    }

    private static ArchRule onlyOurs(String who, String... whom) {
        return classes().that().resideInAPackage(who).should()
                .onlyDependOnClassesThat(not(OURS).or(resideInAnyPackage(whom)));
    }
}
