package hplhetero.run;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import hplhetero.testing.BusyMachine;
import java.io.IOException;
import java.util.Map;

/** Halts the thread of another JVM where it enters a method: whatever a test does then comes before what the method does. */
final class Breakpoint implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    private final String type;
    private final String method;
    private final ListeningConnector connector;
    private final Map<String, Connector.Argument> arguments;
    private final String address;
    private final long timeoutMillis = (long) (1000 * BusyMachine.seconds(MOST_SECONDS));

    Breakpoint(String type, String method) throws IOException, IllegalConnectorArgumentsException {
        this.type = type;
        this.method = method;
        connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(c -> c.name().equals("com.sun.jdi.SocketListen")).findFirst().orElseThrow();
        arguments = connector.defaultArguments();
        arguments.get("localAddress").setValue("127.0.0.1");
        arguments.get("port").setValue("0");
        arguments.get("timeout").setValue(String.valueOf(timeoutMillis));
        String listening = connector.startListening(arguments);
        address = "127.0.0.1:" + listening.substring(listening.lastIndexOf(':') + 1);
    }

    /** With which the JVM is to start; it waits for {@link #await}. */
    String javaOption() {
        return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=" + address;
    }

    /** Returns once a thread is halted there; the others go on. */
    void await() throws Exception {
        VirtualMachine vm = connector.accept(arguments);
        ClassPrepareRequest loaded = vm.eventRequestManager().createClassPrepareRequest();
        loaded.addClassFilter(type);
        loaded.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        loaded.enable();
        while (true) {
            EventSet events = vm.eventQueue().remove(timeoutMillis);
            if (events == null) {
                throw new IOException(type + "." + method + " was not entered within " + timeoutMillis + " ms");
            }
            for (Event event : events) {
                if (event instanceof BreakpointEvent) {
                    return;
                }
                if (event instanceof ClassPrepareEvent prepared) {
                    halt(vm, prepared.referenceType());
                }
            }
            events.resume();
        }
    }

    private void halt(VirtualMachine vm, ReferenceType loaded) {
        BreakpointRequest entered = vm.eventRequestManager().createBreakpointRequest(loaded.methodsByName(method).getFirst().location());
        entered.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        entered.enable();
    }

    @Override
    public void close() throws IOException, IllegalConnectorArgumentsException {
        connector.stopListening(arguments);
    }
}
