import { parametersOf, type SampleRequest, singleLine } from './sample-request.ts';

const credentials = {
  environment: (variable: string) => `process.env.${variable}`,
  nonce: 'randomUUID()',
  timestamp: 'Math.floor(Date.now() / 1000)',
};

/** A program for Node.js. */
export function typescript(request: SampleRequest): string {
  const { api, method, origin, path, headers, body, isFile } = request;
  const parameters = parametersOf(request, credentials).map(
    (one) => `  ${propertyName(one.name)}: ${'text' in one ? singleLine(one.text) : one.expression},`,
  );
  const options = [
    `method: '${method}'`,
    ...(Object.keys(headers).length > 0
      ? [
          `headers: { ${Object.entries(headers)
            .map(([name, value]) => `${propertyName(name)}: ${singleLine(value)}`)
            .join(', ')} }`,
        ]
      : []),
    ...(body === undefined ? [] : [`body: ${singleLine(body)}`]),
  ].map((option) => `  ${option},\n`);
  return `import { createHmac, randomUUID } from 'node:crypto';

const ${api === 'company' ? `path = '${path}'` : `url = '${origin}${path}'`};
const parameters: Record<string, unknown> = {
${parameters.join('\n')}
};
const encode = (value: unknown) =>
  encodeURIComponent(String(value)).replace(/[!'()*]/g, (char) => \`%\${char.charCodeAt(0).toString(16).toUpperCase()}\`);
const query = Object.keys(parameters)
  .sort()
  .map((name) => \`\${encode(name)}=\${encode(parameters[name])}\`)
  .join('&');
${
  api === 'company'
    ? `const hash = createHmac('sha256', process.env.VITAE_SECRET!)
  .update(\`${method}\\n\${path}\\n\${query}\`)
  .digest('hex');`
    : `const signature = createHmac('sha1', \`\${process.env.VITAE_CONSUMER_SECRET}&\${process.env.VITAE_TOKEN_SECRET}\`)
  .update(\`${method}&\${encode(url)}&\${encode(query)}\`)
  .digest('base64');`
}

const response = await fetch(\`${api === 'company' ? `${origin}\${path}?\${query}&hash=\${hash}` : `\${url}?\${query}&oauth_signature=\${encode(signature)}`}\`, {
${options.join('')}});
if (!response.ok) throw new Error(await response.text());
${isFile ? 'process.stdout.write(new Uint8Array(await response.arrayBuffer()))' : 'console.log(await response.text())'};
`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : singleLine(name);
}
