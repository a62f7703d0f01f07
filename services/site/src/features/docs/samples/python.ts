import { parametersOf, type SampleRequest, singleLine } from './sample-request.ts';

const credentials = {
  environment: (variable: string) => `os.environ["${variable}"]`,
  nonce: 'uuid.uuid4().hex',
  timestamp: 'int(time.time())',
};

/** A Python program without packages. */
export function python(request: SampleRequest): string {
  const { api, method, origin, path, headers, body, isFile } = request;
  const parameters = parametersOf(request, credentials).map(
    (one) => `    ${quoted(one.name)}: ${'text' in one ? quoted(one.text) : one.expression},`,
  );
  const headerItems = Object.entries(headers).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
  const options = [
    `    method="${method}",\n`,
    ...(headerItems.length > 0 ? [`    headers={${headerItems.join(', ')}},\n`] : []),
    ...(body === undefined ? [] : [`    data=${quoted(body)}.encode(),\n`]),
  ];
  return `import ${api === 'company' ? '' : 'base64, '}hashlib, hmac, os, ${isFile ? 'sys, ' : ''}time, urllib.parse, urllib.request, uuid

${api === 'company' ? `path = "${path}"` : `url = "${origin}${path}"`}
parameters = {
${parameters.join('\n')}
}
query = urllib.parse.urlencode(sorted(parameters.items()), quote_via=urllib.parse.quote, safe="~")
${
  api === 'company'
    ? `text = f"${method}\\n{path}\\n{query}"
signature = hmac.new(os.environ["VITAE_SECRET"].encode(), text.encode(), hashlib.sha256).hexdigest()`
    : `text = "&".join(urllib.parse.quote(part, safe="~") for part in ("${method}", url, query))
secret = f"{os.environ['VITAE_CONSUMER_SECRET']}&{os.environ['VITAE_TOKEN_SECRET']}"
digest = hmac.new(secret.encode(), text.encode(), hashlib.sha1).digest()
signature = urllib.parse.quote(base64.b64encode(digest), safe="")`
}

request = urllib.request.Request(
    f"${api === 'company' ? `${origin}{path}?{query}&hash={signature}` : '{url}?{query}&oauth_signature={signature}'}",
${options.join('')})
with urllib.request.urlopen(request) as response:
    ${isFile ? 'sys.stdout.buffer.write(response.read())' : 'print(response.read().decode())'}
`;
}

/** Double quotes, unless the text contains some. */
function quoted(text: string): string {
  return /["\\\r\n]/.test(text) ? singleLine(text) : `"${text}"`;
}
