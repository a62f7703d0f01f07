"""Keeps one LibreOffice running and converts files with it, one at a time.

Reads one JSON object a line from standard input, {"id", "input", "output", "filter"}, and answers one
a line, {"id", "ok"} or {"id", "error"}; the first line is {"ready": true}. Ends, and LibreOffice with
it, when its standard input ends: that is how it learns that the worker is gone.

Usage: convert.py SOFFICE PROFILE_FOLDER
"""

import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

START_WITHIN_S = 30
PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000
# What LibreOffice ends with when it has set up a new profile (desktop/source/app/exithelper.h).
WANTS_RESTART = 81
NICE = 5
ODT = "writer8"


def die_with_parent():
    """In the child: a killed converter takes its LibreOffice along (prctl(2), Linux)."""
    os.nice(NICE)
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        pass


def leave_network():
    """Into a network of its own without any way out, where the system allows it (unshare(2)): root may, others in a
    namespace of users. Elsewhere the profile's settings alone hold."""
    try:
        libc = ctypes.CDLL(None)
        if libc.unshare(CLONE_NEWNET) != 0:
            libc.unshare(CLONE_NEWUSER | CLONE_NEWNET)
    except (OSError, AttributeError):
        pass


def prepare():
    """In the child, before LibreOffice. New credentials would forget whose death to die with: that comes last."""
    leave_network()
    die_with_parent()


def program(soffice):
    """The program itself, where it lies beside the script that starts it: a script would be the parent."""
    binary = os.path.join(os.path.dirname(os.path.realpath(soffice)), "soffice.bin")
    return binary if os.path.exists(binary) else soffice


def spawn(soffice, profile, pipe):
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
        preexec_fn=prepare,
    )


def start_office(soffice, profile):
    # A pipe in the file system instead of a port: nobody else's, and never taken.
    pipe = "vitae-%d" % os.getpid()
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    office = spawn(soffice, profile, pipe)
    deadline = time.monotonic() + START_WITHIN_S
    while True:
        try:
            context = resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe)
            return office, context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            if office.poll() == WANTS_RESTART:
                office = spawn(soffice, profile, pipe)
            elif office.poll() is not None or time.monotonic() > deadline:
                office.kill()
                raise
            time.sleep(0.05)


def prop(name, value):
    return PropertyValue(Name=name, Value=value)


def forget_page_count(path):
    """Of an ODT of more than ten pages LibreOffice guesses from that number where each page begins, before it knows
    how high anything is, and leaves a heading behind that should go with what follows (sw/source/core/layout/laycache.cxx)."""
    with zipfile.ZipFile(path) as stored:
        parts = [(entry, stored.read(entry)) for entry in stored.infolist()]
    with zipfile.ZipFile(path, "w") as changed:
        for entry, content in parts:
            if entry.filename == "meta.xml":
                content = re.sub(rb' meta:page-count="\d+"', b"", content, count=1)
            changed.writestr(entry, content)


def convert(desktop, request):
    # MacroExecutionMode 0 is never, UpdateDocMode 0 is none: nothing in a document runs or is fetched.
    load = (prop("Hidden", True), prop("ReadOnly", True), prop("MacroExecutionMode", 0), prop("UpdateDocMode", 0))
    document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(request["input"]), "_blank", 0, load)
    if document is None:
        raise ValueError("the document cannot be read")
    try:
        store = (prop("FilterName", request["filter"]),)
        document.storeToURL(uno.systemPathToFileUrl(request["output"]), store)
    finally:
        document.close(True)
    if request["filter"] == ODT:
        forget_page_count(request["output"])


def answer(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main():
    office, desktop = start_office(sys.argv[1], sys.argv[2])
    try:
        answer({"ready": True})
        for line in sys.stdin:
            request = json.loads(line)
            try:
                convert(desktop, request)
                answer({"id": request["id"], "ok": True})
            except Exception as error:  # told to the worker, which knows whether we live on
                if office.poll() is not None or type(error).__name__ == "DisposedException":
                    raise
                answer({"id": request["id"], "error": type(error).__name__})
    finally:
        office.kill()


main()
