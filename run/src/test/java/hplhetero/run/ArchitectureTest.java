package hplhetero.run;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Who may know whom: docs/design.md, held by the build. */
@AnalyzeClasses(packages = "hplhetero", importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.Classes.class})
final class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> OURS = resideInAPackage("hplhetero..");
    /** Modules that tests are written for; anything else of ours in a rule means a new module nobody placed. */
    private static final Set<String> MODULES = Set.of("comm", "blas", "hpl", "input", "results", "run");

    @ArchTest
    static final ArchRule modulesHaveNoCycles = slices().matching("hplhetero.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule commKnowsNoOtherModule = onlyOurs("hplhetero.comm..", "hplhetero.comm..");

    @ArchTest
    static final ArchRule blasKnowsNoOtherModule = onlyOurs("hplhetero.blas..", "hplhetero.blas..");

    @ArchTest
    static final ArchRule theAlgorithmKnowsOnlyTheContractsOfCommAndBlas =
            onlyOurs("hplhetero.hpl..", "hplhetero.hpl..", "hplhetero.comm", "hplhetero.blas");

    @ArchTest
    static final ArchRule inputKnowsOnlyRecords =
            onlyOurs("hplhetero.input..", "hplhetero.input..", "hplhetero.hpl", "hplhetero.comm");

    @ArchTest
    static final ArchRule resultsKnowOnlyRecords =
            onlyOurs("hplhetero.results..", "hplhetero.results..", "hplhetero.hpl", "hplhetero.comm");

    @ArchTest
    static final ArchRule theProgramNamesNoProviderAndNoTransport = onlyOurs("hplhetero.run..", "hplhetero.run..",
            "hplhetero.hpl", "hplhetero.comm", "hplhetero.blas", "hplhetero.input", "hplhetero.results");

    @ArchTest
    static final ArchRule onlyTheProgramReadsCommandLines =
            noClasses().that(not(resideInAPackage("hplhetero.run..")).and(OURS))
                    .should().dependOnClassesThat().resideInAnyPackage("picocli..", "oshi..");

    @ArchTest
    static final ArchRule onlyResultsAndTheProgramKnowJson =
            noClasses().that(not(resideInAnyPackage("hplhetero.run..", "hplhetero.results..")).and(OURS))
                    .should().dependOnClassesThat().resideInAnyPackage("tools.jackson..", "com.fasterxml..");

    @ArchTest
    static final ArchRule nativeCallsStayInProvidersAndTransports =
            noClasses().that(not(resideInAnyPackage("hplhetero.blas.nativelib..", "hplhetero.comm.transport..",
                            "hplhetero.blas.cblas..")).and(OURS))
                    .should().dependOnClassesThat().haveFullyQualifiedName("java.lang.foreign.Linker");

    @ArchTest
    static final ArchRule nobodyPrintsButTheProgram =
            noClasses().that(not(resideInAPackage("hplhetero.run..")).and(OURS))
                    .should().accessField(System.class, "out").orShould().accessField(System.class, "err");

    @ArchTest
    static void everyPackageSaysWhatItOwns(JavaClasses all) {
        Set<String> packages = all.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = all.stream().filter(c -> c.getSimpleName().equals("package-info"))
                .map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertThat(packages).contains("hplhetero.comm", "hplhetero.run");
        assertThat(documented).containsAll(packages);
    }

    @ArchTest
    static void everyModuleHasItsRules(JavaClasses all) {
        assertThat(all.stream().map(c -> c.getPackageName().split("\\.")[1]).collect(Collectors.toSet()))
                .isEqualTo(MODULES);
    }

    private static ArchRule onlyOurs(String who, String... whom) {
        return classes().that().resideInAPackage(who).should()
                .onlyDependOnClassesThat(not(OURS).or(resideInAnyPackage(whom)));
    }

    /** Classes of the product: from the reactor's output folders or jars, not what tests bring along. */
    static final class Classes implements ImportOption {
        @Override
        public boolean includes(com.tngtech.archunit.core.importer.Location location) {
            return location.contains("/hplhetero/") && !location.contains("/test-classes/");
        }
    }
}
