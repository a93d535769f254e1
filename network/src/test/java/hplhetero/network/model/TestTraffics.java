package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Traffics of alltoall and others for the tests of prices; the program's own are in network.schedule. */
final class TestTraffics {

    private TestTraffics() {
    }

    /** Of which all ranks are told by a function of rank 0's messages, and what is known of that. */
    private abstract static class Stages implements Traffic {
        private final String name;
        private final int ranks;
        private final int stages;

        Stages(String name, int ranks, int stages) {
            this.name = name;
            this.ranks = ranks;
            this.stages = stages;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int ranks() {
            return ranks;
        }

        @Override
        public int stages() {
            return stages;
        }

        void shift(int rank, int by, long bytes, Sink sink) {
            sink.send((rank + by) % ranks, bytes);
            sink.receive((rank - by + ranks) % ranks, bytes);
        }
    }

    /** Rank r sends to r + 1, then to r + 2, ... */
    static Traffic ring(int ranks, long bytes) {
        return new Stages("ring", ranks, ranks - 1) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                shift(rank, stage + 1, bytes, sink);
            }

            @Override
            public Symmetry symmetry(int stage) {
                return Symmetry.SHIFT;
            }
        };
    }

    /** Rank r exchanges with r xor 1, then with r xor 2, ...; of a power of two ranks. */
    static Traffic pairwise(int ranks, long bytes) {
        return new Stages("pairwise", ranks, ranks - 1) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                sink.send(rank ^ stage + 1, bytes);
                sink.receive(rank ^ stage + 1, bytes);
            }

            @Override
            public Symmetry symmetry(int stage) {
                return Symmetry.XOR;
            }
        };
    }

    /** All messages at once. */
    static Traffic simpleSpread(int ranks, long bytes) {
        return new Stages("simple", ranks, 1) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                for (int by = 1; by < ranks; by++) {
                    shift(rank, by, bytes, sink);
                }
            }

            @Override
            public Symmetry symmetry(int stage) {
                return Symmetry.SHIFT;
            }
        };
    }

    static Traffic bruck(int ranks, long bytes) {
        return new Stages("bruck", ranks, rounds(ranks)) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                long pieces = 0;
                for (int i = 1; i < ranks; i++) {
                    pieces += i >> stage & 1;
                }
                shift(rank, 1 << stage, pieces * bytes, sink);
            }

            @Override
            public Symmetry symmetry(int stage) {
                return Symmetry.SHIFT;
            }
        };
    }

    /** Nobody goes on before all have come. */
    static Traffic barrier(int ranks) {
        return new Stages("barrier", ranks, rounds(ranks)) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                shift(rank, 1 << stage, 0, sink);
            }

            @Override
            public Symmetry symmetry(int stage) {
                return Symmetry.SHIFT;
            }
        };
    }

    /** A barrier before each stage. */
    static Traffic mpiBarrier(Traffic plain) {
        Traffic barrier = barrier(plain.ranks());
        int period = barrier.stages() + 1;
        return new Stages(plain.name() + ", MPI barrier", plain.ranks(), plain.stages() * period) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                if (stage % period == period - 1) {
                    plain.stage(stage / period, rank, sink);
                } else {
                    barrier.stage(stage % period, rank, sink);
                }
            }

            @Override
            public Symmetry symmetry(int stage) {
                return stage % period == period - 1 ? plain.symmetry(stage / period) : Symmetry.SHIFT;
            }
        };
    }

    /** Before each stage the receivers of its messages tell their senders that they are ready. */
    static Traffic lightBarrier(Traffic plain) {
        return new Stages(plain.name() + ", light barrier", plain.ranks(), plain.stages() * 2) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                plain.stage(stage / 2, rank, stage % 2 == 1 ? sink : new Sink() {
                    @Override
                    public void send(int to, long bytes) {
                        sink.receive(to, 0);
                    }

                    @Override
                    public void receive(int from, long bytes) {
                        sink.send(from, 0);
                    }
                });
            }

            @Override
            public Symmetry symmetry(int stage) {
                return plain.symmetry(stage / 2);
            }
        };
    }

    /** A barrier before the first stage. */
    static Traffic oneBarrier(Traffic plain) {
        Traffic barrier = barrier(plain.ranks());
        return new Stages(plain.name() + ", one barrier", plain.ranks(), barrier.stages() + plain.stages()) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                if (stage < barrier.stages()) {
                    barrier.stage(stage, rank, sink);
                } else {
                    plain.stage(stage - barrier.stages(), rank, sink);
                }
            }

            @Override
            public Symmetry symmetry(int stage) {
                return stage < barrier.stages() ? Symmetry.SHIFT : plain.symmetry(stage - barrier.stages());
            }
        };
    }

    /** All that the papers choose from; pairwise where it is a power of two ranks. */
    static List<Traffic> alltoalls(int ranks, long bytes) {
        List<Traffic> all = new ArrayList<>(List.of(simpleSpread(ranks, bytes), bruck(ranks, bytes)));
        List<UnaryOperator<Traffic>> barriers = List.of(t -> t, TestTraffics::oneBarrier, TestTraffics::mpiBarrier,
                TestTraffics::lightBarrier);
        for (UnaryOperator<Traffic> with : barriers) {
            all.add(with.apply(ring(ranks, bytes)));
            if (Integer.bitCount(ranks) == 1) {
                all.add(with.apply(pairwise(ranks, bytes)));
            }
        }
        return all;
    }

    /** The same messages, of which nothing else is told. */
    static Traffic plain(Traffic traffic) {
        return new Stages(traffic.name(), traffic.ranks(), traffic.stages()) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                traffic.stage(stage, rank, sink);
            }
        };
    }

    /** One stage of one message. */
    static Traffic one(int ranks, int from, int to, long bytes) {
        return new Stages("one", ranks, 1) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                if (rank == from) {
                    sink.send(to, bytes);
                }
                if (rank == to) {
                    sink.receive(from, bytes);
                }
            }
        };
    }

    /** All send to rank 0 at once. */
    static Traffic gather(int ranks, long bytes) {
        return new Stages("gather", ranks, 1) {
            @Override
            public void stage(int stage, int rank, Sink sink) {
                for (int from = 1; from < ranks; from++) {
                    if (rank == 0) {
                        sink.receive(from, bytes);
                    } else if (rank == from) {
                        sink.send(0, bytes);
                    }
                }
            }
        };
    }

    private static int rounds(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }
}
