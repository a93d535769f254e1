package hplhetero.run.start;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.CaseExpander;
import hplhetero.input.HplDat;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

final class ObjectExchangeTest {

    private static void onRanks(int ranks, ObjIntConsumer<ObjectExchange> body) {
        TransportProvider local = ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(t -> t.name().equals("local")).findFirst().orElseThrow();
        local.open(TransportOptions.usual(end -> { })).run(ranks, world -> {
            body.accept(new ObjectExchange(world), world.rank());
            return 0;
        });
    }

    @Test
    void shouldBringAllValuesToAllRanks() {
        ConcurrentLinkedQueue<List<String>> seen = new ConcurrentLinkedQueue<>();
        onRanks(3, (exchange, rank) -> seen.add(exchange.all("x".repeat(rank * 1000))));
        assertThat(seen).hasSize(3).allMatch(all -> all.equals(List.of("", "x".repeat(1000), "x".repeat(2000))));
    }

    @Test
    void shouldSendCasesWithTheirMaps() {
        MapSpec map = new MapSpec.Explicit(List.of(List.of(1, 0)), List.of(0, 0, 0, 0, 0, 0), List.of(0, 1, 0, 1, 0, 1));
        HplCase one = CaseExpander.expand(HplDat.defaults().sweep().withGrid(1, 2), map).getFirst();
        ConcurrentLinkedQueue<HplCase> seen = new ConcurrentLinkedQueue<>();
        onRanks(4, (exchange, rank) -> seen.add(exchange.first(rank == 0 ? one : null)));
        assertThat(seen).containsExactlyInAnyOrderElementsOf(Collections.nCopies(4, one));
    }
}
