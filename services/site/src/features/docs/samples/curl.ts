import { parametersOf, type SampleRequest } from './sample-request.ts';

const credentials = {
  environment: (variable: string) => `$${variable}`,
  nonce: '$(openssl rand -hex 16)',
  timestamp: '$(date +%s)',
};

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** A Bash program with curl and OpenSSL. */
export function curl(request: SampleRequest): string {
  const { method, origin, path, headers, body } = request;
  const query = parametersOf(request, credentials)
    .map((one) => `${encode(one.name)}=${'text' in one ? encode(one.text) : one.expression}`)
    .join('&');
  const send = [
    `curl --fail-with-body --silent --show-error${method === 'GET' ? '' : ` --request ${method}`}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ];
  return request.api === 'company'
    ? `path=${path}
query="${query}"
hash=$(printf '${method}\\n%s\\n%s' "$path" "$query" |
  openssl dgst -sha256 -hmac "$VITAE_SECRET" | sed 's/^.* //')

${[...send, `"${origin}$path?$query&hash=$hash"`].join(' \\\n  ')}
`
    : `url=${origin}${path}
query="${query}"
encode() { sed 's/%/%25/g; s/&/%26/g; s/=/%3D/g; s/+/%2B/g; s/:/%3A/g; s,/,%2F,g' <<<"$1"; }
signature=$(printf '${method}&%s&%s' "$(encode "$url")" "$(encode "$query")" |
  openssl dgst -sha1 -hmac "$VITAE_CONSUMER_SECRET&$VITAE_TOKEN_SECRET" -binary | base64)

${[...send, `"$url?$query&oauth_signature=$(encode "$signature")"`].join(' \\\n  ')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
