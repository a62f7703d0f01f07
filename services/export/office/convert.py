"""Keeps one LibreOffice running and converts files with it, one at a time.

Reads one JSON object a line from standard input, {"id", "input", "output", "filter"}, and answers one
a line, {"id", "ok"} or {"id", "error"}; the first line is {"ready": true}. Ends, and LibreOffice with
it, when its standard input ends: that is how it learns that the worker is gone.

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

START_WITHIN_S = 30
PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000
# What LibreOffice ends with when it has set up a new profile (desktop/source/app/exithelper.h).
WANTS_RESTART = 81
NICE = 5


def die_with_parent():
    """In the child: a killed converter takes its LibreOffice along (prctl(2), Linux)."""
    os.nice(NICE)
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        pass


def leave_network():
    """Into a network of its own without any way out (unshare(2)): root may, others in a namespace of users. There they
    keep their id: LibreOffice names its pipe after it, and whoever has none in it is called 65534."""
    libc = ctypes.CDLL(None)
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNET) == 0:
        return
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
        raise PermissionError("no namespace of users")
    for name, value in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (uid, uid)), ("gid_map", "%d %d 1" % (gid, gid))):
        with open("/proc/self/" + name, "w") as file:
            file.write(value)


def may_leave_network():
    """Tried by a child: some systems allow the namespace and then no id in it. There the profile's settings alone hold."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            leave_network()
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def prepare(leave):
    """In the child, before LibreOffice. New credentials would forget whose death to die with: that comes last."""
    if leave:
        leave_network()
    die_with_parent()


def program(soffice):
    """The program itself, where it lies beside the script that starts it: a script would be the parent."""
    binary = os.path.join(os.path.dirname(os.path.realpath(soffice)), "soffice.bin")
    return binary if os.path.exists(binary) else soffice


def spawn(soffice, profile, pipe):
    leave = may_leave_network()
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
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: prepare(leave),
    )


def start_office(soffice, profile):
    # A pipe in the file system instead of a port: nobody else's, and never taken. Its name is the folder's, by which
    # whoever removes that finds it.
    pipe = os.path.basename(os.path.dirname(profile))
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    office = spawn(soffice, profile, pipe)
    deadline = time.monotonic() + START_WITHIN_S
    while True:
        try:
            return office, resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe)
        except NoConnectException:
            if office.poll() == WANTS_RESTART:
                office = spawn(soffice, profile, pipe)
            elif office.poll() is not None or time.monotonic() > deadline:
                office.kill()
                raise
            time.sleep(0.05)


def load_conversion(context):
    """conversion.py, which LibreOffice runs in its own process: a document takes it dozens of calls, and each from here
    would cost a hundred times what it costs there."""
    url = uno.systemPathToFileUrl(os.path.join(os.path.dirname(os.path.realpath(__file__)), "conversion.py"))
    loader = context.ServiceManager.createInstanceWithContext("com.sun.star.loader.Python", context)
    return loader.activate("vitae.Conversion", "", url, None).createInstanceWithContext(context)


def convert(conversion, request):
    conversion.execute(tuple(NamedValue(name, request[name]) for name in ("input", "output", "filter")))


def answer(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main():
    office, context = start_office(sys.argv[1], sys.argv[2])
    try:
        conversion = load_conversion(context)
        answer({"ready": True})
        for line in sys.stdin:
            request = json.loads(line)
            try:
                convert(conversion, request)
                answer({"id": request["id"], "ok": True})
            except Exception as error:  # told to the worker, which knows whether we live on
                if office.poll() is not None or type(error).__name__ == "DisposedException":
                    raise
                answer({"id": request["id"], "error": type(error).__name__})
    finally:
        office.kill()


main()
