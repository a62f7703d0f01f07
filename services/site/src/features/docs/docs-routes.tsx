import { readFileSync } from 'node:fs';
import { serveStatic } from '@vitae/kit/http/serve-static';
import type { ApiAddresses, ApiReference } from '@vitae/proto/api-reference';
import { publishedDocument } from '@vitae/proto/published-document';
import { type RequestHandler, Router } from 'express';
import { Marked } from 'marked';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { consoleScript, referenceStylesheet, signerScript } from '../../layout/assets.ts';
import { consoleDocument } from './console-document.ts';
import { ConsolePage } from './console-page.tsx';
import { DocumentationPage, type Guide, guides } from './documentation-page.tsx';
import { ErrorReference } from './error-reference.tsx';
import { OperationPage } from './operation-page.tsx';
import { anchor, ReferencePage } from './reference-page.tsx';
import { serveScalar } from './scalar-bundle.ts';

const fileOf = (name: string) => readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url));
/** Known results, linked from the guide to signing. */
const VECTORS = ['vectors.json', 'signature-vectors.json'] as const;

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const CONFINED = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
// Pages without scripts, which load nothing from other hosts.
const POLICY = `default-src 'none'; style-src 'self'; ${CONFINED}`;

/** Scalar sets style attributes. The console sends requests to the APIs, which can have other hosts. */
function consolePolicy(apis: readonly string[]): string {
  const connect = new Set(["'self'", ...apis.map((address) => new URL(address).origin)]);
  return [
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    `connect-src ${[...connect].join(' ')}`,
    CONFINED,
  ].join('; ');
}

/** `/docs`: the references of both APIs with and without scripts, the guides, and the signature vectors. */
export function docsRoutes(reference: ApiReference, addresses: ApiAddresses): Router {
  const { document, operations } = reference;
  const { COMPANY_API_URL, USER_API_URL, OAUTH_URL } = addresses;
  const router = Router();
  const serve = (path: string, type: string, body: Buffer, policy = POLICY) =>
    router.get(path, publicContent(type, body, policy));

  const policy = consolePolicy([COMPANY_API_URL, USER_API_URL, OAUTH_URL]);
  serve('/docs', HTML, page(<ConsolePage {...addresses} />), policy);
  for (const { path, serve: serveAsset } of [referenceStylesheet, signerScript, consoleScript])
    router.get(path, serveAsset);
  router.use(serveScalar());
  const console = async () => Buffer.from(JSON.stringify(consoleDocument(reference)));
  router.get('/docs/console.json', publicContent(JSON_TYPE, console));

  serve('/docs/reference', HTML, page(<ReferencePage reference={reference} />));
  for (const route of operations) {
    const content = async () => page(<OperationPage reference={reference} route={route} />);
    router.get(`/docs/reference/${route.name}`, publicContent(HTML, content));
  }
  for (const name of Object.keys(guides) as Guide[])
    serve(`/docs/${name}`, HTML, page(<GuidePage name={name} {...{ reference, addresses }} />));
  serve('/docs/openapi.json', JSON_TYPE, Buffer.from(JSON.stringify(publishedDocument(document))));
  for (const name of VECTORS) serve(`/docs/${name}`, JSON_TYPE, fileOf(name));
  return router;
}

/** Reads a guide from docs/, whose examples then contain the address of this system. */
function guideOf(name: Guide, companyApi: string): string {
  return fileOf(`${name}.md`).toString('utf8').replaceAll('https://api.example.com', companyApi);
}

const PAGE = /^\/(?:docs|settings)(?:\/[\w-]+)*$/;

const markdownGuides = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Pages have no address in the repository, so guides contain their paths as code.
    codespan({ text }) {
      return PAGE.test(text) && `<a href="${text}"><code>${text}</code></a>`;
    },
    // In the repository, guides link to each other as files.
    link({ href, tokens }) {
      const target = href.replace(/^([\w-]+)\.md/, '/docs/$1');
      return `<a href="${target}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

type GuidePageProps = { name: Guide; reference: ApiReference; addresses: ApiAddresses };

/** Renders a guide from docs/. The Markdown is trusted, so it is not sanitized. */
function GuidePage({ name, reference, addresses }: GuidePageProps): VNode {
  const html = { __html: markdownGuides.parse(guideOf(name, addresses.COMPANY_API_URL), { async: false }) };
  return (
    <DocumentationPage title={guides[name]} path={`/docs/${name}`}>
      <main id="content">
        <div class="article" dangerouslySetInnerHTML={html} />
        {name === 'errors' && <ErrorReference oauthProblems={reference.oauthProblems} />}
      </main>
    </DocumentationPage>
  );
}

function page(node: VNode): Buffer {
  return Buffer.from(`<!doctype html>${renderToString(node)}`);
}

/** Content that is the same for everyone. */
function publicContent(type: string, content: Parameters<typeof serveStatic>[0], policy = POLICY): RequestHandler {
  return serveStatic(content, {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'Cache-Control': 'public, max-age=300',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    Link: '</docs/openapi.json>; rel="service-desc"; type="application/json"',
  });
}
