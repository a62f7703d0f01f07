import { readFileSync } from 'node:fs';
import { serveStatic } from '@vitae/kit/http/serve-static';
import type { ApiReference } from '@vitae/proto/api-reference';
import { type RequestHandler, Router } from 'express';
import { Marked } from 'marked';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { referenceStylesheet } from '../../layout/assets.ts';
import { anchor, DocumentationPage, ReferencePage } from './reference-page.tsx';

const fileOf = (name: string) => readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url));
/** Known results, linked from the guide to signing. */
const VECTORS = ['vectors.json', 'signature-vectors.json'] as const;

// These pages run no scripts and load nothing from other hosts.
const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** `/docs`: the reference of both APIs as a page and as OpenAPI, the guides, and the signature vectors. Rendered once. */
export function docsRoutes(reference: ApiReference): Router {
  const referencePage = page(<ReferencePage reference={reference} />);
  const signing = page(<GuidePage title="Signing requests" markdown={guideOf('signing', reference)} />);
  const oauth = page(<GuidePage title="OAuth" markdown={guideOf('oauth', reference)} />);
  const json = Buffer.from(JSON.stringify(reference.document));
  const router = Router();
  router.get('/docs', publicContent('text/html; charset=utf-8', referencePage));
  router.get('/docs/signing', publicContent('text/html; charset=utf-8', signing));
  router.get('/docs/oauth', publicContent('text/html; charset=utf-8', oauth));
  router.get('/docs/openapi.json', publicContent('application/json; charset=utf-8', json));
  for (const name of VECTORS) {
    const vectors = fileOf(name);
    router.get(`/docs/${name}`, publicContent('application/json; charset=utf-8', vectors));
  }
  router.get(referenceStylesheet.path, referenceStylesheet.serve);
  return router;
}

/** Reads a guide from docs/, whose examples then contain the address of this system. */
function guideOf(name: string, { document }: ApiReference): string {
  return fileOf(`${name}.md`)
    .toString('utf8')
    .replaceAll('https://api.example.com', document.servers[0]?.url ?? '');
}

const guides = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** Renders a guide from docs/. The Markdown is trusted, so it is not sanitized. */
function GuidePage({ title, markdown }: { title: string; markdown: string }): VNode {
  const html = { __html: guides.parse(markdown, { async: false }) };
  const article = <main id="content" class="article" dangerouslySetInnerHTML={html} />;
  return <DocumentationPage title={title}>{article}</DocumentationPage>;
}

function page(node: VNode): Buffer {
  return Buffer.from(`<!doctype html>${renderToString(node)}`);
}

/** Content that is the same for everyone. */
function publicContent(type: string, body: Buffer): RequestHandler {
  return serveStatic(body, {
    'Content-Type': type,
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'public, max-age=300',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  });
}
