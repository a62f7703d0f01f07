import type { DocumentModel } from '@vitae/document/document-model';

export type PdfDescription = Pick<DocumentModel, 'title' | 'author' | 'language'> & {
  /** When the CV was last changed. Identical CVs have identical files. */
  modifiedAt: Date;
};

/** The standards to which a file conforms. PDF/A-3 is PDF/A-2 with attachments of any type. */
export type Conformance = { pdfA: '2A' | '3A' | null; pdfUa: boolean };

const CREATOR = 'Vitae';

/** Returns the entries of the information dictionary (ISO 32000-1, 14.3.3). */
export function informationEntries({ title, author, modifiedAt }: PdfDescription, producer: string): string {
  const date = `(${pdfDate(modifiedAt)})`;
  const person = author === null ? '' : `/Author ${textString(author)}\n`;
  return `<</Title ${textString(title)}\n${person}/Creator (${CREATOR})\n/Producer (${producer})\n/CreationDate ${date}\n/ModDate ${date}>>`;
}

export function pdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/\D/g, '')}+00'00'`;
}

function textString(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}

/** Returns the same information as XMP (ISO 16684-1), with the standards to which the file conforms. */
export function xmpMetadata(
  { title, author, language, modifiedAt }: PdfDescription,
  producer: string,
  { pdfA, pdfUa }: Conformance,
): string {
  const creator = author === null ? '' : `<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>`;
  const date = `${modifiedAt.toISOString().slice(0, 19)}+00:00`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>${creator}
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreatorTool>${CREATOR}</xmp:CreatorTool>
<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>${xml(producer)}</pdf:Producer></rdf:Description>${pdfA === null ? '' : pdfaIdentification(pdfA)}${pdfUa ? PDF_UA : ''}
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

// ISO 19005-2, 6.6.4.
const pdfaIdentification = ([part, conformance]: string) => `
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance></rdf:Description>`;

// ISO 14289-1, 5. PDF/A requires a description of properties that it does not define (ISO 19005-2, 6.6.2.3.3).
const PDF_UA = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>The part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

function xml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
