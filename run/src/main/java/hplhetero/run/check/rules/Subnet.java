package hplhetero.run.check.rules;

import hplhetero.run.facts.HostFacts.Address;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * A network that hosts may share.
 *
 * @param first  the first address of the network
 * @param prefix number of bits of the network's prefix
 */
public record Subnet(String first, int prefix) {

    /** Returns the network to which an interface's address belongs, by the address's prefix. */
    public static Subnet of(Address address) {
        byte[] bytes = InetAddress.ofLiteral(address.text()).getAddress();
        int host = 8 * bytes.length - address.prefix();
        BigInteger network = new BigInteger(1, bytes).shiftRight(host).shiftLeft(host);
        byte[] cut = new byte[bytes.length];
        byte[] digits = network.toByteArray();
        for (int i = 0; i < Math.min(cut.length, digits.length); i++) {
            cut[cut.length - 1 - i] = digits[digits.length - 1 - i];
        }
        return new Subnet(literal(cut), address.prefix());
    }

    private static String literal(byte[] address) {
        try {
            return InetAddress.getByAddress(address).getHostAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return first + "/" + prefix;
    }
}
