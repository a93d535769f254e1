package hplhetero.results.json;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Energy;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads the energy, clocks, load and health of a test's hosts. */
final class JsonPower {
    private JsonPower() {
    }

    /** Adds the fields of energy and power to the object of a test. */
    static void write(CaseResult result, ObjectNode test) {
        Optional<Energy> energy = Energy.of(result);
        JsonTree.number(test, "joules", energy.map(Energy::joules).orElse(Double.NaN));
        JsonTree.number(test, "watts", energy.map(Energy::watts).orElse(Double.NaN));
        JsonTree.number(test, "gflopsPerWatt", energy.map(Energy::gflopsPerWatt).orElse(Double.NaN));
        ArrayNode hosts = test.putArray("power");
        for (HostPower host : result.power()) {
            ObjectNode node = hosts.addObject().put("host", host.host());
            JsonTree.number(node, "joules", host.joules());
            node.put("source", host.source());
            JsonTree.number(node, "meanMegahertz", host.meanMegahertz());
            JsonTree.number(node, "leastMegahertz", host.leastMegahertz());
            JsonTree.number(node, "fromMegahertz", host.fromMegahertz());
            node.put("throttled", host.throttled() < 0 ? null : Long.valueOf(host.throttled()));
            JsonTree.number(node, "celsius", host.celsius());
            load(host.load(), node.putObject("load"));
            node.set("health", JsonHealth.write(host.health()));
        }
    }

    private static void load(HostLoad load, ObjectNode node) {
        JsonTree.number(node, "cores", load.cores());
        JsonTree.number(node, "otherCores", load.otherCores());
        JsonTree.number(node, "stolenCores", load.stolenCores());
        node.put("busiest", load.busiest());
    }

    private static HostLoad load(JsonValue load) {
        return new HostLoad(load.at("cores").number(), load.at("otherCores").number(), load.at("stolenCores").number(),
                load.at("busiest").text());
    }

    /** Returns the hosts' power from the object of a test; nothing for files that were written before this field existed. */
    static List<HostPower> read(JsonValue test) {
        return test.added("power").map(hosts -> hosts.list(host -> new HostPower(host.at("host").text(), host.at("joules").number(),
                host.at("source").text(), host.at("meanMegahertz").number(), host.at("leastMegahertz").number(),
                host.optional("throttled").map(JsonValue::count).orElse(-1), host.at("fromMegahertz").number(),
                host.added("celsius").map(JsonValue::number).orElse(Double.NaN),
                host.added("load").map(JsonPower::load).orElse(HostLoad.UNKNOWN),
                host.added("health").map(JsonHealth::read).orElse(HealthSeries.NONE)))).orElse(List.of());
    }
}
