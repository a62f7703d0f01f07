import { readApiReference } from './api-reference.ts';
import { publishedDocument } from './published-document.ts';

type Published = {
  servers: { url: string }[];
  paths: Record<
    string,
    Record<string, { parameters: { $ref?: string; name?: string }[]; servers?: { url: string }[] }>
  >;
  components: { parameters: Record<string, { name: string }> };
};

function publish(url: string): Published {
  const { document } = readApiReference({ COMPANY_API_URL: url, USER_API_URL: url, OAUTH_URL: url });
  return publishedDocument(document) as Published;
}

describe('publishedDocument', () => {
  test('contains a repeated parameter once', () => {
    const { paths, components } = publish('https://api.example.com');
    const { parameters = [] } = paths['/api/v1/users']?.get ?? {};
    expect(parameters.map(({ $ref, name }) => $ref ?? name)).toEqual(
      expect.arrayContaining(['filter', '#/components/parameters/Page', '#/components/parameters/Cursor']),
    );
    expect(components.parameters.Page).toMatchObject({ name: 'page', in: 'query' });
  });

  test('has relative addresses on a developer’s machine only', () => {
    const serversOf = ({ servers, paths }: Published) => [servers, paths['/user']?.get?.servers].flat();
    const urls = (url: string) => new Set(serversOf(publish(url)).map((server) => server?.url));
    expect(urls('http://localhost:8080')).toEqual(new Set(['/']));
    expect(urls('https://localhost.example.com')).toEqual(new Set(['https://localhost.example.com']));
  });
});
