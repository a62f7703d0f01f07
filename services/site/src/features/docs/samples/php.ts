import { parametersOf, type SampleRequest, singleQuoted } from './sample-request.ts';

const credentials = {
  environment: (variable: string) => `getenv('${variable}')`,
  nonce: 'bin2hex(random_bytes(16))',
  timestamp: 'time()',
};

/** A PHP program without extensions. */
export function php(request: SampleRequest): string {
  const { api, method, origin, path, headers, body } = request;
  const parameters = parametersOf(request, credentials).map(
    (one) => `    ${singleQuoted(one.name)} => ${'text' in one ? singleQuoted(one.text) : one.expression},`,
  );
  const headerLines = Object.entries(headers).map(([name, value]) => singleQuoted(`${name}: ${value}`));
  const options = [
    `'method' => '${method}'`,
    ...(headerLines.length > 0 ? [`'header' => [${headerLines.join(', ')}]`] : []),
    ...(body === undefined ? [] : [`'content' => ${singleQuoted(body)}`]),
  ].map((option) => `    ${option},\n`);
  return `<?php
${api === 'company' ? `$path = '${path}'` : `$url = '${origin}${path}'`};
$parameters = [
${parameters.join('\n')}
];
ksort($parameters, SORT_STRING);
$query = http_build_query($parameters, '', '&', PHP_QUERY_RFC3986);
${
  api === 'company'
    ? `$hash = hash_hmac('sha256', "${method}\\n$path\\n$query", getenv('VITAE_SECRET'));`
    : `$text = '${method}&' . rawurlencode($url) . '&' . rawurlencode($query);
$secret = getenv('VITAE_CONSUMER_SECRET') . '&' . getenv('VITAE_TOKEN_SECRET');
$signature = rawurlencode(base64_encode(hash_hmac('sha1', $text, $secret, true)));`
}

$context = stream_context_create(['http' => [
${options.join('')}]]);
$response = file_get_contents("${api === 'company' ? `${origin}$path?$query&hash=$hash` : '$url?$query&oauth_signature=$signature'}", false, $context);
if ($response === false) exit(1);
echo $response;
`;
}
