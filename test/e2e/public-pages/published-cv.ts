import type { PageResponse, PublicCvs, Visitor } from '../../support/public-cvs.ts';
import { until } from '../../support/until.ts';

export const PASSWORD = 'open sesame please';

export const content = {
  title: 'Compiler Engineer',
  published: true,
  indexed: true,
  presentation: { title: '', text: 'Writes compilers for people.' },
  contacts: { contact: [{ type: 'email', value: 'grace@secret.example' }] },
  links: { link: [{ type: 'Blog', url: 'https://blog.example/grace' }] },
  educations: {
    education: [{ school: 'Yale', degree: 'PhD', start: '1930-09-01', end: '1934-06-01', description: '' }],
  },
};

export const meta = ({ text }: PageResponse, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1];

export const linkedData = ({ text }: PageResponse) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null');

/** Requests a file until it is ready. Each request comes from a new visitor to avoid the rate limit. */
export async function fetchFile(site: PublicCvs, path: string, by?: Visitor): Promise<PageResponse> {
  const readyFile = async () => {
    const page = await (by ?? site.visitor()).get(path);
    return page.status !== 202 && page.status !== 503 && page;
  };
  return until(`the file ${path}`, readyFile, 110_000);
}
