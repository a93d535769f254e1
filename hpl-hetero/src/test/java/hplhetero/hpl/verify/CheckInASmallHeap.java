package hplhetero.hpl.verify;

import hplhetero.comm.Activity;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A process that checks {@link #x} with many workers and prints what came out. Arguments: N, workers. */
final class CheckInASmallHeap {
    private CheckInASmallHeap() {
    }

    /** Element j of the vector that is checked. */
    static double x(int j) {
        return Math.sin(j);
    }

    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        int workers = Integer.parseInt(arguments[1]);
        World.run(1, world -> {
            try (WorkerPool pool = new WorkerPool(workers, "check", false, new Activity()); Arena arena = Arena.ofShared()) {
                MemorySegment x = arena.allocate(ValueLayout.JAVA_DOUBLE, n);
                for (int j = 0; j < n; j++) {
                    x.setAtIndex(ValueLayout.JAVA_DOUBLE, j, x(j));
                }
                Residual r = new ResidualCheck(world, pool, n, arena).of(x, BlockMap.of(Cases.of(n, 64).make()));
                System.out.println(r.residual() + " " + r.aInf() + " " + r.aOne() + " " + r.xInf() + " " + r.xOne() + " " + r.bInf());
            }
        });
    }
}
