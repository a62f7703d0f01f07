"""Runs a LibreOffice process and converts files with it, one at a time.

Reads a request per line from standard input, as JSON {"id", "input", "output", "filter"}. Writes
{"ready": true} after the start and then a response per line, {"id", "ok"} or {"id", "error"}. Exits
together with LibreOffice at the end of standard input, which means that the worker has exited.

Usage: convert.py SOFFICE PROFILE_FOLDER
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time

import uno
from com.sun.star.beans import NamedValue
from com.sun.star.connection import NoConnectException

START_TIMEOUT_S = 30
PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000
# The exit status of LibreOffice after it set up a new profile (desktop/source/app/exithelper.h).
RESTART_STATUS = 81
NICE = 5


def die_with_parent():
    """Makes the kernel kill the child, LibreOffice, when this process is killed (prctl(2), Linux)."""
    os.nice(NICE)
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        pass


def leave_network():
    """Moves this process into an empty network namespace (unshare(2)). Root can do so directly, other users in a user
    namespace. Their ids are mapped to themselves, because LibreOffice names its pipe after the user id."""
    libc = ctypes.CDLL(None)
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNET) == 0:
        return
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
        raise PermissionError("user namespaces are not permitted")
    for name, value in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (uid, uid)), ("gid_map", "%d %d 1" % (gid, gid))):
        with open("/proc/self/" + name, "w") as file:
            file.write(value)


def can_leave_network():
    """Tries it in a child, because some systems permit the namespace but not the mapping of ids. On such systems, only
    the settings of the profile block requests."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            leave_network()
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def prepare_child(leave):
    """Runs in the child before LibreOffice. The kernel resets the death signal when credentials change, so it is last."""
    if leave:
        leave_network()
    die_with_parent()


def program(soffice):
    """Returns the binary beside the start script, so that LibreOffice is a child of this process, not of the script."""
    binary = os.path.join(os.path.dirname(os.path.realpath(soffice)), "soffice.bin")
    return binary if os.path.exists(binary) else soffice


def spawn(soffice, profile, pipe):
    leave = can_leave_network()
    return subprocess.Popen(
        [
            program(soffice),
            "--headless",
            "--invisible",
            "--norestore",
            "--nologo",
            "--nodefault",
            "--nolockcheck",
            "-env:UserInstallation=file://" + profile,
            "--accept=pipe,name=%s;urp;StarOffice.ComponentContext" % pipe,
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: prepare_child(leave),
    )


def start_office(soffice, profile):
    # A pipe instead of a port, which others could use. It is named after the folder, so that the worker can remove it.
    pipe = os.path.basename(os.path.dirname(profile))
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    office = spawn(soffice, profile, pipe)
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            return office, resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe)
        except NoConnectException:
            if office.poll() == RESTART_STATUS:
                office = spawn(soffice, profile, pipe)
            elif office.poll() is not None or time.monotonic() > deadline:
                office.kill()
                raise
            time.sleep(0.05)


def load_conversion(context):
    """Loads conversion.py into the LibreOffice process. A conversion makes dozens of UNO calls, and calls from this
    process are a hundred times slower."""
    url = uno.systemPathToFileUrl(os.path.join(os.path.dirname(os.path.realpath(__file__)), "conversion.py"))
    loader = context.ServiceManager.createInstanceWithContext("com.sun.star.loader.Python", context)
    return loader.activate("vitae.Conversion", "", url, None).createInstanceWithContext(context)


def convert(conversion, request):
    conversion.execute(tuple(NamedValue(name, request[name]) for name in ("input", "output", "filter")))


def respond(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main():
    office, context = start_office(sys.argv[1], sys.argv[2])
    try:
        conversion = load_conversion(context)
        respond({"ready": True})
        for line in sys.stdin:
            request = json.loads(line)
            try:
                convert(conversion, request)
                respond({"id": request["id"], "ok": True})
            except Exception as error:  # Reported to the worker. If LibreOffice has exited, this process exits as well.
                if office.poll() is not None or type(error).__name__ == "DisposedException":
                    raise
                respond({"id": request["id"], "error": type(error).__name__})
    finally:
        office.kill()


main()
