import type { ComponentChildren, VNode } from 'preact';
import { stylesheet } from '../layout/assets.ts';

export type PageHeadProps = {
  title: string;
  /** Whether search engines list the page. */
  indexed?: boolean;
  /** Further elements, for example scripts. */
  children?: ComponentChildren;
};

export function PageHead({ title, indexed = false, children }: PageHeadProps): VNode {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {!indexed && <meta name="robots" content="noindex" />}
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <link rel="stylesheet" href={stylesheet.path} />
      {children}
    </head>
  );
}
