"""Converts Word documents inside the LibreOffice process. convert.py loads this component."""

import re
import zipfile

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.task import XJob

ODT = "writer8"
DOCX = "MS Word 2007 XML"
# A right-to-left paragraph or run.
RIGHT_TO_LEFT = re.compile(rb"<w:(?:bidi|rtl)/>")


def prop(name, value):
    return PropertyValue(Name=name, Value=value)


# Never run macros (MacroExecutionMode 0) and never update links (UpdateDocMode 0).
LOAD_OPTIONS = (prop("ReadOnly", True), prop("MacroExecutionMode", 0), prop("UpdateDocMode", 0))


class Conversion(unohelper.Base, XJob):
    """A job whose arguments are the paths of the input and the output, and the name of LibreOffice's output filter."""

    def __init__(self, context):
        create = context.ServiceManager.createInstanceWithContext
        self.create = lambda service: create(service, context)
        self.desktop = self.create("com.sun.star.frame.Desktop")

    def execute(self, arguments):
        values = {argument.Name: argument.Value for argument in arguments}
        document = self.load(values["input"], values["filter"])
        try:
            store = (prop("FilterName", values["filter"]),)
            document.storeToURL(uno.systemPathToFileUrl(values["output"]), store)
        finally:
            document.close(True)
        if values["filter"] == ODT:
            remove_page_count(values["output"])

    def load(self, path, to):
        url = uno.systemPathToFileUrl(path)
        return self.load_with_layout(url) if needs_layout(path, to) else self.load_without_layout(url)

    def load_with_layout(self, url):
        document = self.desktop.loadComponentFromURL(url, "_blank", 0, (prop("Hidden", True), *LOAD_OPTIONS))
        if document is None:
            raise ValueError("the document cannot be read")
        return document

    def load_without_layout(self, url):
        """Takes half as long, because most of the time is spent on the window and the page layout."""
        document = self.create("com.sun.star.text.TextDocument")
        try:
            document.load((prop("URL", url), prop("FilterName", DOCX), *LOAD_OPTIONS))
            join_page_styles(document)
        except Exception:
            document.close(True)
            raise
        return document


def needs_layout(path, to):
    """Returns whether the document needs a page layout. An ODT contains the page count. In a DOC, the alignment of a
    right-to-left paragraph is read from the layout (sw/source/filter/ww8/ww8atr.cxx)."""
    if to == ODT:
        return True
    with zipfile.ZipFile(path) as stored:
        return RIGHT_TO_LEFT.search(stored.read("word/document.xml")) is not None


def join_page_styles(document):
    """Merges the two page styles that the import creates for a section whose first page has an empty footer. Without a
    layout, the filter does not see that the second style follows the first (sw/source/filter/ww8/wrtw8sty.cxx)."""
    first = document.Text.createEnumeration().nextElement()
    if first.PageDescName != "First Page":
        return
    style = document.StyleFamilies.getByName("PageStyles").getByName("Standard")
    style.FirstIsShared = False
    style.FooterTextFirst.setString("")
    first.PageDescName = "Standard"


def remove_page_count(path):
    """For more than ten pages, LibreOffice estimates page breaks from the page count before it knows any heights, and
    separates headings from the text that follows (sw/source/core/layout/laycache.cxx)."""
    with zipfile.ZipFile(path) as stored:
        parts = [(entry, stored.read(entry)) for entry in stored.infolist()]
    with zipfile.ZipFile(path, "w") as changed:
        for entry, content in parts:
            if entry.filename == "meta.xml":
                content = re.sub(rb' meta:page-count="\d+"', b"", content, count=1)
            changed.writestr(entry, content)


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Conversion, "vitae.Conversion", ("com.sun.star.task.Job",))
