package hplhetero.hpl.cluster;

import java.util.Optional;

/**
 * What a rank's device (GPU) changes about the rank's costs, besides that updates of columns which the device holds are as fast as the
 * rank's {@link UpdateCost} says.
 *
 * @param heldBytes bytes of the rank's part of the matrix that the device has room for; {@link Long#MAX_VALUE} when unknown
 * @param streamed  wall time of updates of columns that the device does not hold, which are sent there and back; empty when not measured
 * @param panel     wall time of the factorization of panels all rows of which are this rank's, where a device may factor them; empty when
 *                  the rank's workers factor them
 * @param shared    the same for this rank's rows of panels of which other ranks have rows too, with the device's trade of each pivot with
 *                  this rank, and without messages
 */
public record DeviceCost(long heldBytes, Optional<UpdateCost> streamed, Optional<PanelCost> panel, Optional<PanelCost> shared) {

    /** Returns these costs for a device that has room for {@code bytes} bytes of the rank's part of the matrix. */
    public DeviceCost holding(long bytes) {
        return new DeviceCost(bytes, streamed, panel, shared);
    }

    /** Returns the costs of a rank that takes {@code factor} times as long, factor &gt; 0. */
    public DeviceCost times(double factor) {
        return new DeviceCost(heldBytes, streamed.map(cost -> cost.times(factor)), panel.map(cost -> cost.times(factor)),
                shared.map(cost -> cost.times(factor)));
    }
}
