import type { ComponentChildren, VNode } from 'preact';
import { PageHead } from '../../components/page-head.tsx';
import { referenceStylesheet } from '../../layout/assets.ts';

/** The guides in docs/ by path below /docs. */
export const guides = {
  'first-request': 'First request',
  signing: 'Signing requests',
  oauth: 'OAuth',
  exports: 'Exports',
  errors: 'Errors',
  limits: 'Limits',
  compatibility: 'Compatibility',
} as const;

export type Guide = keyof typeof guides;

export type DocumentationPageProps = {
  title: string;
  /** The path of this page. */
  path: string;
  /** Uses the whole width, for the console. */
  wide?: boolean;
  head?: ComponentChildren;
  children: ComponentChildren;
};

/** The layout of every documentation page. */
export function DocumentationPage({ title, path, wide = false, head, children }: DocumentationPageProps): VNode {
  return (
    <html lang="en">
      <PageHead title={`${title} · Vitae`} indexed>
        <link rel="stylesheet" href={referenceStylesheet.path} />
        {head}
      </PageHead>
      <body class={`page ${wide ? 'page-console' : 'page-reference'}`}>
        <a class="skip-link" href="#content">
          Skip to content
        </a>
        <header class="masthead">
          <span class="wordmark">Vitae</span>
          <nav aria-label="Documentation">
            {links.map(([target, text]) => (
              <a key={target} href={target} aria-current={target === path ? 'page' : undefined}>
                {text}
              </a>
            ))}
          </nav>
        </header>
        {children}
      </body>
    </html>
  );
}

const links: [path: string, text: string][] = [
  ['/docs', 'Reference'],
  ...Object.entries(guides).map(([name, text]): [string, string] => [`/docs/${name}`, text]),
];
