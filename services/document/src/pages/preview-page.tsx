import type { LinkPreviewChoice } from '@vitae/proto/export-source';
import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel } from '../document-model.ts';
import { dataUrl } from '../picture.ts';
import { paletteOf } from '../templates/palette.ts';
import { templateOf } from '../templates/templates.ts';
import { fontStack } from '../templates/typefaces.ts';
import { PAGE_POLICY } from './print-page.tsx';

/** Size of the preview picture in pixels, as recommended for Open Graph images. */
export const previewSize = { width: 1200, height: 630 } as const;

const SHOWS_ALL: LinkPreviewChoice = { name: true, photo: true };
const DESCRIPTION_LENGTH = 200;

/** The texts of a link preview. `title` is "" if the name is hidden and the CV has no title. */
export type LinkPreviewTexts = { title: string; description: string };

/** Without the name, the profile is omitted too, because its text may contain the name. */
export function linkPreviewTexts(model: DocumentModel, shown: LinkPreviewChoice = SHOWS_ALL): LinkPreviewTexts {
  const { header, sections } = model;
  const hidesName = !shown.name && model.author !== null;
  const profile = sections.find((section) => section.content === 'text')?.paragraphs.join(' ');
  const latest = sections.find((section) => section.content === 'entries')?.entries[0];
  const facts = [header.title, latest?.title.text, latest?.organisation?.text].filter(Boolean).join(' · ');
  const text = hidesName ? facts : (profile ?? facts);
  const characters = Array.from(text);
  const isShort = characters.length <= DESCRIPTION_LENGTH;
  return {
    title: hidesName ? (header.title ?? '') : model.title,
    description: isShort ? text : `${characters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`,
  };
}

/** Renders the page that the export browser captures as the link preview of a CV. */
export function renderPreviewPage(model: DocumentModel, shown: LinkPreviewChoice = SHOWS_ALL): string {
  const { name, title, photo } = model.header;
  const photoShown = shown.photo ? photo : null;
  const isNamed = shown.name || model.author === null;
  const header = {
    ...model.header,
    photo: photoShown,
    ...(isNamed ? { name, title } : { name: title ?? '', title: null }),
  };
  const shownModel = { ...model, title: linkPreviewTexts(model, shown).title, header };
  return `<!doctype html>${renderToString(<PreviewPage model={shownModel} />)}`;
}

function PreviewPage({ model }: { model: DocumentModel }): JSX.Element {
  const { header } = model;
  return (
    <html lang={model.language} dir={model.direction}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={PAGE_POLICY} />
        <title>{model.title}</title>
        <style dangerouslySetInnerHTML={{ __html: styles(model) }} />
      </head>
      <body>
        <div class="words">
          <h1 dir="auto">{header.name}</h1>
          {header.title !== null && (
            <p class="title" dir="auto">
              {header.title}
            </p>
          )}
          <p class="line" dir="auto">
            {highlights(model).join(' · ')}
          </p>
        </div>
        {header.photo !== null && <img src={dataUrl(header.photo)} alt="" />}
      </body>
    </html>
  );
}

const MAX_HIGHLIGHTS = 5;

/** Returns the first skills, or the latest employer of a CV without skills. */
function highlights({ sections }: DocumentModel): string[] {
  const skills = sections.find(({ kind }) => kind === 'skills');
  if (skills?.content === 'groups') return skills.groups.slice(0, MAX_HIGHLIGHTS).map(({ title }) => title);
  const first = sections.find((section) => section.content === 'entries')?.entries[0];
  return first ? [first.organisation?.text ?? first.title.text] : [];
}

/** Returns the font size in pixels; a name too long for the smallest size is clipped. */
function nameSize(name: string): number {
  const length = Array.from(name).length;
  if (length <= 18) return 92;
  return length <= 36 ? 72 : 54;
}

/** The type and the header colors of the template. */
function styles(model: DocumentModel): string {
  const { accent, header, direction } = model;
  const template = templateOf(model);
  const { typefaces } = template;
  const { header: colors, muted } = paletteOf(template, accent);
  const onAccent = colors.background !== null;
  return `
* { box-sizing: border-box; margin: 0; }
body { width: ${previewSize.width}px; height: ${previewSize.height}px; overflow: hidden; display: flex; align-items: center; gap: 64px; padding: 72px 80px; background: ${colors.background ?? '#fff'}; border-block-end: 36px solid ${onAccent ? '#fff' : accent}; color: ${colors.title}; font-family: ${fontStack(model, typefaces.text)}; overflow-wrap: anywhere; }
.words { flex: 1; min-width: 0; text-align: ${direction === 'rtl' ? 'right' : 'left'}; }
h1, p { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden; }
h1 { font-family: ${fontStack(model, typefaces.headings)}; font-size: ${nameSize(header.name)}px; line-height: 1.12; color: ${colors.name}; -webkit-line-clamp: 3; padding-bottom: 0.08em; }
.title { margin-top: 24px; font-size: 44px; line-height: 1.25; -webkit-line-clamp: 2; }
.line { margin-top: 32px; font-size: 32px; line-height: 1.35; color: ${onAccent ? colors.contacts : muted}; -webkit-line-clamp: 2; }
img { flex: none; width: 300px; height: 360px; object-fit: cover; border-radius: 12px; }
`;
}
