"""Converts a Word document within LibreOffice's own process, which convert.py tells to load this file."""

import re
import zipfile

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.task import XJob

ODT = "writer8"
DOCX = "MS Word 2007 XML"
# A paragraph, or a part of one, that reads from the right.
FROM_THE_RIGHT = re.compile(rb"<w:(?:bidi|rtl)/>")


def prop(name, value):
    return PropertyValue(Name=name, Value=value)


# MacroExecutionMode 0 is never, UpdateDocMode 0 is none: nothing in a document runs or is fetched.
HARMLESS = (prop("ReadOnly", True), prop("MacroExecutionMode", 0), prop("UpdateDocMode", 0))


class Conversion(unohelper.Base, XJob):
    """Its arguments are the paths of the input and of the output, and LibreOffice's name for the output's format."""

    def __init__(self, context):
        create = context.ServiceManager.createInstanceWithContext
        self.create = lambda service: create(service, context)
        self.desktop = self.create("com.sun.star.frame.Desktop")

    def execute(self, arguments):
        given = {argument.Name: argument.Value for argument in arguments}
        document = self.load(given["input"], given["filter"])
        try:
            store = (prop("FilterName", given["filter"]),)
            document.storeToURL(uno.systemPathToFileUrl(given["output"]), store)
        finally:
            document.close(True)
        if given["filter"] == ODT:
            forget_page_count(given["output"])

    def load(self, path, to):
        url = uno.systemPathToFileUrl(path)
        return self.load_with_layout(url) if needs_layout(path, to) else self.load_without_layout(url)

    def load_with_layout(self, url):
        document = self.desktop.loadComponentFromURL(url, "_blank", 0, (prop("Hidden", True), *HARMLESS))
        if document is None:
            raise ValueError("the document cannot be read")
        return document

    def load_without_layout(self, url):
        """Takes half as long: a window and pages are most of loading."""
        document = self.create("com.sun.star.text.TextDocument")
        try:
            document.load((prop("URL", url), prop("FilterName", DOCX), *HARMLESS))
            join_page_styles(document)
        except Exception:
            document.close(True)
            raise
        return document


def needs_layout(path, to):
    """Whether its pages have to be set before it is written. An ODT says how many there are; in a DOC the side to which
    a paragraph is aligned depends on its direction, which the filter asks of the set page (sw/source/filter/ww8/ww8atr.cxx)."""
    if to == ODT:
        return True
    with zipfile.ZipFile(path) as stored:
        return FROM_THE_RIGHT.search(stored.read("word/document.xml")) is not None


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


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Conversion, "vitae.Conversion", ("com.sun.star.task.Job",))
