package hplhetero.hpl.adapt;

/**
 * A move of block columns.
 *
 * @param first   first block column that may move: all before it are factored when the ranks have stopped
 * @param kappa   virtual column of each block column afterwards
 * @param columns number of block columns that change owners
 * @param bytes   bytes that go from rank to rank
 * @param stopped seconds for which ranks are expected to stop
 * @param price   seconds by which the run is expected to end later because of the move, if it gained nothing
 * @param gain    seconds by which the run is expected to end earlier, the price taken off
 * @param why     which ranks have changed, in words for people
 */
public record Move(int first, int[] kappa, int columns, long bytes, double stopped, double price, double gain, String why) {
}
