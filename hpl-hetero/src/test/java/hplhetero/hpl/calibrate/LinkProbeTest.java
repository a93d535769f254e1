package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import hplhetero.hpl.World;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LinkProbeTest {

    /** Two ranks of this process measure each other: the line was fitted to just the times that are told. */
    @Test
    void shouldTellTheTimesToWhichTheLineWasFitted() {
        Map<Integer, Map<PairClass, PairCost>> told = Collections.synchronizedMap(new HashMap<>());
        World.run(2, world -> told.put(world.rank(), new LinkProbe(world, World.kernels("vector"), List.of(0, 0), List.of(0, 0),
                System::nanoTime, Effort.SHORT).measure(0.05)));
        assertThat(told.get(1)).isEmpty();
        PairCost link = told.get(0).get(PairClass.SAME_HOST);
        assertThat(link.times().keySet()).startsWith(8L, 1024L, 8192L, 65536L);
        LinkCost line = HockneyFit.fit(link.samples());
        assertThat(link.latency()).isEqualTo(line.latency());
        assertThat(link.secondsPerByte()).isEqualTo(line.secondsPerByte());
        for (Sample time : link.samples()) {
            assertThat(link.link().seconds(time.bytes(), 0)).isCloseTo(time.seconds(), withinPercentage(1e-6));
        }
    }
}
