package hplhetero.comm.transport.mpj.device;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Objects;
import java.util.function.Function;

/**
 * The changes to what MPJ Express' classes do to the process that loads them. Each rule replaces one instruction by others of the same
 * effect on the stack:
 * <ul>
 * <li>output to standard output and error, also by {@code printStackTrace()}, goes nowhere, because programs read our output;
 * <li>{@code System.exit} throws, so that a rank never ends without a word;
 * <li>the machine's own address is not looked up: it is only logged, and the look-up fails on hosts whose name nobody resolves.
 * </ul>
 */
final class MpjBytecodePatch {
    private static final ClassDesc SYSTEM = ClassDesc.of(System.class.getName());
    private static final ClassDesc PRINT_STREAM = ClassDesc.of(PrintStream.class.getName());
    private static final ClassDesc OUTPUT_STREAM = ClassDesc.of(OutputStream.class.getName());
    private static final ClassDesc INET_ADDRESS = ClassDesc.of("java.net.InetAddress");
    private static final ClassDesc OBJECTS = ClassDesc.of(Objects.class.getName());

    private static final String PRINT_TRACE = "printStackTrace";
    private static final String LOCAL_HOST = "getLocalHost";

    private final ClassFile classFile;

    /**
     * Prepares the patch of classes that lie in these files.
     *
     * @param bytesOf gives a class file by its resource name, or null where there is none
     */
    MpjBytecodePatch(Function<String, byte[]> bytesOf) {
        ClassHierarchyResolver own = ClassHierarchyResolver.ofResourceParsing(type -> stream(bytesOf, type));
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                own.orElse(ClassHierarchyResolver.defaultResolver())));
    }

    private static InputStream stream(Function<String, byte[]> bytesOf, ClassDesc type) {
        String descriptor = type.descriptorString();
        byte[] bytes = bytesOf.apply(descriptor.substring(1, descriptor.length() - 1) + ".class");
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    /**
     * Applies the rules to a class file.
     *
     * @return the class file, changed where a rule applies
     */
    byte[] apply(byte[] bytes) {
        ClassModel model = classFile.parse(bytes);
        return mayApply(model.constantPool())
                ? classFile.transformClass(model, ClassTransform.transformingMethodBodies(MpjBytecodePatch::replace)) : bytes;
    }

    /** Returns whether a rule may apply. To most classes no rule does, and their constants tell so at once. */
    private static boolean mayApply(ConstantPool constants) {
        for (PoolEntry entry : constants) {
            if (entry instanceof MemberRefEntry member && (member.owner().asSymbol().equals(SYSTEM)
                    || member.name().equalsString(PRINT_TRACE) || member.name().equalsString(LOCAL_HOST))) {
                return true;
            }
        }
        return false;
    }

    private static void replace(CodeBuilder code, CodeElement element) {
        if (prints(element)) {
            code.new_(PRINT_STREAM).dup()
                    .invokestatic(OUTPUT_STREAM, "nullOutputStream", MethodTypeDesc.of(OUTPUT_STREAM))
                    .invokespecial(PRINT_STREAM, ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, OUTPUT_STREAM));
        } else if (printsTrace(element)) {
            code.pop();
        } else if (exits(element)) {
            // the exit is replaced by a call that throws, so that no instruction after it becomes unreachable
            code.pop().aconst_null().loadConstant("MPJ Express wanted to end the process")
                    .invokestatic(OBJECTS, "requireNonNull", MethodTypeDesc.of(ConstantDescs.CD_Object,
                            ConstantDescs.CD_Object, ConstantDescs.CD_String)).pop();
        } else if (asksForAddress(element)) {
            code.invokestatic(INET_ADDRESS, "getLoopbackAddress", MethodTypeDesc.of(INET_ADDRESS));
        } else {
            code.with(element);
        }
    }

    private static boolean prints(CodeElement element) {
        return element instanceof FieldInstruction field && field.opcode() == Opcode.GETSTATIC
                && field.owner().asSymbol().equals(SYSTEM) && field.typeSymbol().equals(PRINT_STREAM);
    }

    private static boolean printsTrace(CodeElement element) {
        return element instanceof InvokeInstruction call && call.name().equalsString(PRINT_TRACE)
                && call.type().equalsString("()V");
    }

    private static boolean exits(CodeElement element) {
        return element instanceof InvokeInstruction call && call.owner().asSymbol().equals(SYSTEM)
                && call.name().equalsString("exit");
    }

    private static boolean asksForAddress(CodeElement element) {
        return element instanceof InvokeInstruction call && call.owner().asSymbol().equals(INET_ADDRESS)
                && call.name().equalsString(LOCAL_HOST);
    }
}
