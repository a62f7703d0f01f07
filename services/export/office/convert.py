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
DOCX = "MS Word 2007 XML"
# A paragraph, or a part of one, that reads from the right.
FROM_THE_RIGHT = re.compile(rb"<w:(?:bidi|rtl)/>")


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
            context = resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe)
            manager = context.ServiceManager
            return office, lambda service: manager.createInstanceWithContext(service, context)
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


# MacroExecutionMode 0 is never, UpdateDocMode 0 is none: nothing in a document runs or is fetched.
HARMLESS = (prop("ReadOnly", True), prop("MacroExecutionMode", 0), prop("UpdateDocMode", 0))


def needs_layout(request):
    """Whether its pages have to be set before it is written. An ODT says how many there are; in a DOC the side to which
    a paragraph is aligned depends on its direction, which the filter asks of the set page (sw/source/filter/ww8/ww8atr.cxx)."""
    if request["filter"] == ODT:
        return True
    with zipfile.ZipFile(request["input"]) as stored:
        return FROM_THE_RIGHT.search(stored.read("word/document.xml")) is not None


def load_with_layout(desktop, url):
    document = desktop.loadComponentFromURL(url, "_blank", 0, (prop("Hidden", True), *HARMLESS))
    if document is None:
        raise ValueError("the document cannot be read")
    return document


def load_without_layout(create, url):
    """Takes half as long: a window and pages are most of loading."""
    document = create("com.sun.star.text.TextDocument")
    try:
        document.load((prop("URL", url), prop("FilterName", DOCX), *HARMLESS))
        join_page_styles(document)
    except Exception:
        document.close(True)
        raise
    return document


def join_page_styles(document):
    """Of a section whose first page has a footer of its own, which is empty, the import makes two page styles; without
    set pages the filter does not see that the second follows the first (sw/source/filter/ww8/wrtw8sty.cxx)."""
    first = document.Text.createEnumeration().nextElement()
    if first.PageDescName != "First Page":
        return
    style = document.StyleFamilies.getByName("PageStyles").getByName("Standard")
    style.FirstIsShared = False
    style.FooterTextFirst.setString("")
    first.PageDescName = "Standard"


def convert(create, desktop, request):
    url = uno.systemPathToFileUrl(request["input"])
    document = load_with_layout(desktop, url) if needs_layout(request) else load_without_layout(create, url)
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
    office, create = start_office(sys.argv[1], sys.argv[2])
    try:
        desktop = create("com.sun.star.frame.Desktop")
        answer({"ready": True})
        for line in sys.stdin:
            request = json.loads(line)
            try:
                convert(create, desktop, request)
                answer({"id": request["id"], "ok": True})
            except Exception as error:  # told to the worker, which knows whether we live on
                if office.poll() is not None or type(error).__name__ == "DisposedException":
                    raise
                answer({"id": request["id"], "error": type(error).__name__})
    finally:
        office.kill()


main()
