/**
 * The transport {@code mpj}: MPJ Express 0.44, where no MPI is installed. It uses MPJ's device for the threads of one JVM (multicore,
 * smpdev) or its network device between processes (niodev).
 *
 * <p>Owns: how MPJ is found and loaded (it is on no class path of ours), its binding, how messages are cut for it, and how ranks find each
 * other without MPJ's daemons. Must not know: which receive takes which message ({@link hplhetero.comm.protocol} decides this),
 * collectives' insides, what the bytes mean.
 *
 * <p>Short messages travel with their envelope; long ones go in pieces straight into the receiver's buffer. Why MPJ is used by its device
 * level, and what of it is not used, is in docs/decisions/0014.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.mpj.MpjProvider}, then {@code DeviceTransfer}, which carries the messages of a rank,
 * and {@code MpjLibrary} in the package {@code device}, the only class that calls MPJ. The package {@code start} has how ranks find each
 * other.
 */
package hplhetero.comm.transport.mpj;
