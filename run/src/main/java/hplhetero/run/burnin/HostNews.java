package hplhetero.run.burnin;

import hplhetero.results.Sweep;

/** Is told what happens on the hosts. Each host has a thread of its own, so calls may come at the same time. */
interface HostNews {
    /**
     * Hears of a test that a host has finished.
     *
     * @param host  name of the host
     * @param sweep the test, with where and with what it ran
     */
    void finished(String host, Sweep sweep);

    /**
     * Hears that a host is given up.
     *
     * @param host name of the host
     * @param why  the reason, in words for people
     */
    void lost(String host, String why);
}
