"""Runs a renderer in a sandbox that needs no privileges and no user namespaces: Landlock and a seccomp filter.

The renderer reads only programs, fonts and system files, writes only its own folder, opens no network sockets, and
cannot inspect or signal processes outside of the sandbox. Its child processes inherit these restrictions. A process
that renders a page also cannot write files, or inspect the browser or other pages.

Usage: confine.py browser|page|office FOLDER PROGRAM [ARGUMENT…]
"""

import ctypes
import os
import struct
import sys

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
EPERM = 1
ENOSYS = 38

# Landlock (landlock(7)): the same numbers on all architectures.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
GET_VERSION = 1
RULE_PATH_BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_FILE, MAKE_SOCK = 1 << 5, 1 << 9
# The rights that each version added: files, moving files between folders, truncation, devices.
FILE_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
TCP_RIGHTS = (1 << 0) | (1 << 1)  # bind and connect, since version 4
SCOPES = (1 << 0) | (1 << 1)  # abstract sockets and signals, since version 6

READ = EXECUTE | READ_FILE | READ_DIR
# Rights that apply to files, not only to folders.
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | 1 << 14 | 1 << 15

# Contains no folder in which secrets of the worker are mounted. Landlock hides other processes in /proc.
READABLE = (
    "/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/proc", "/sys/devices", "/dev/urandom", "/dev/random",
    "/var/cache/fontconfig", "/var/lib/libreoffice", "/var/spool/libreoffice",
    "/etc/alternatives", "/etc/fonts", "/etc/group", "/etc/ld.so.cache", "/etc/libreoffice", "/etc/locale.alias",
    "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd",
)  # fmt: skip
DEVICES = ("/dev/null", "/dev/zero")
SOCKET_FOLDERS = ("/tmp", "/var/tmp")

# System calls by architecture: the audit constant, then the numbers.
X86_64, ARM64 = "x86_64", "aarch64"
AUDIT = {X86_64: 0xC000003E, ARM64: 0xC00000B7}
X32_BIT = 0x40000000
SOCKET, CLONE, CLONE3 = {X86_64: 41, ARM64: 198}, {X86_64: 56, ARM64: 220}, 435
NEW_NAMESPACES = 0x7E020000
AF_UNIX = 1
# connect, bind, listen, accept, accept4. The browser does not need them: it uses a pipe to the worker and socket pairs.
CONNECTING = {X86_64: (42, 49, 50, 43, 288), ARM64: (203, 200, 201, 202, 242)}
# ptrace, process_vm_readv, process_vm_writev, kcmp, userfaultfd, bpf, perf_event_open, add_key, request_key, keyctl,
# unshare, setns, mount, umount2, pivot_root, chroot, name_to_handle_at, open_by_handle_at
REJECTED = {
    X86_64: (101, 310, 311, 312, 323, 321, 298, 248, 249, 250, 272, 308, 165, 166, 155, 161, 303, 304),
    ARM64: (117, 270, 271, 272, 282, 280, 241, 217, 218, 219, 97, 268, 40, 39, 41, 51, 264, 265),
}
# io_uring_setup, io_uring_enter, io_uring_register, pidfd_open, pidfd_getfd, pidfd_send_signal
REJECTED_EVERYWHERE = (425, 426, 427, 434, 438, 424)

# Classic BPF: load a word, jump if equal, jump if any bit is set, and, return.
LOAD, JUMP_EQUAL, JUMP_GREATER_EQUAL, JUMP_SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16

libc = ctypes.CDLL(None, use_errno=True)


def call(what, result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "%s failed: %s" % (what, os.strerror(ctypes.get_errno())))
    return result


def system_call(what, number, *arguments):
    return call(what, libc.syscall(ctypes.c_long(number), *arguments))


def restrict_files(kind, folder, command):
    """Lets this process and its children open only the listed files (Landlock)."""
    try:
        version = system_call("Landlock", CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(GET_VERSION))
    except OSError as error:
        raise SystemExit("Landlock is not available. It needs Linux 5.13, and landlock in the kernel's lsm list: %s" % error)
    rights = sum(added for since, added in FILE_RIGHTS.items() if version >= since)
    attributes = struct.pack("QQQ", rights, TCP_RIGHTS if version >= 4 else 0, SCOPES if version >= 6 else 0)
    attributes = attributes[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = system_call("Landlock", CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))

    def allow(path, allowed):
        try:
            file = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            return
        allowed &= rights if os.path.isdir(path) else rights & OF_FILES
        rule = struct.pack("=Qi", allowed, file)
        system_call("Landlock", ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(RULE_PATH_BENEATH), rule, ctypes.c_uint32(0))
        os.close(file)

    fonts = [os.environ[name] for name in ("FONTCONFIG_FILE", "FONTCONFIG_PATH") if os.environ.get(name)]
    # The folders of this script and of the program; for LibreOffice, those of the driver and of soffice.
    files = [__file__, *(part for part in command[: 3 if kind == "office" else 1] if os.path.isabs(part))]
    for path in (*READABLE, *fonts, *(os.path.dirname(os.path.realpath(file)) for file in files)):
        allow(path, READ)
    for path in DEVICES:
        allow(path, READ_FILE | WRITE_FILE)
    for path in SOCKET_FOLDERS if kind == "office" else ():
        allow(path, MAKE_SOCK | REMOVE_FILE)
    if kind != "page":
        allow(folder, rights & ~EXECUTE)
    system_call("Landlock", RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)


def filter_of(kind, machine):
    """Returns the instructions of the seccomp filter."""
    rejected = [*REJECTED[machine], *REJECTED_EVERYWHERE, *(() if kind == "office" else CONNECTING[machine])]
    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_EQUAL, 1, 0, AUDIT[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    ]
    if machine == X86_64:
        program += [(JUMP_GREATER_EQUAL, 0, 1, X32_BIT), (RETURN, 0, 0, KILL)]
    for number in rejected:
        program += [(JUMP_EQUAL, 0, 1, number), (RETURN, 0, 0, ERRNO | EPERM)]
    # Without clone3, the C library uses clone, whose flags the filter can check.
    program += [(JUMP_EQUAL, 0, 1, CLONE3), (RETURN, 0, 0, ERRNO | ENOSYS)]
    program += [(JUMP_EQUAL, 0, 4, CLONE[machine]), (LOAD, 0, 0, FIRST_ARGUMENT), (JUMP_SET, 0, 1, NEW_NAMESPACES)]
    program += [(RETURN, 0, 0, ERRNO | EPERM), (RETURN, 0, 0, ALLOW)]
    program += [(JUMP_EQUAL, 0, 3, SOCKET[machine]), (LOAD, 0, 0, FIRST_ARGUMENT), (JUMP_EQUAL, 1, 0, AF_UNIX)]
    return program + [(RETURN, 0, 0, ERRNO | EPERM), (RETURN, 0, 0, ALLOW)]


def restrict_system_calls(kind):
    """Rejects network sockets, and system calls that renderers do not need."""
    machine = os.uname().machine
    if machine not in AUDIT:
        raise SystemExit("The sandbox supports x86_64 and aarch64, not %s" % machine)
    instructions = b"".join(struct.pack("HBBI", *one) for one in filter_of(kind, machine))
    buffer = ctypes.create_string_buffer(instructions, len(instructions))
    program = struct.pack("HxxxxxxP", len(instructions) // 8, ctypes.addressof(buffer))
    call("seccomp", libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0))


def main():
    kind, folder, *command = sys.argv[1:]
    if kind not in ("browser", "page", "office"):
        raise SystemExit(__doc__)
    call("no_new_privs", libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    restrict_files(kind, folder, command)
    restrict_system_calls(kind)
    os.execv(command[0], command)


main()
