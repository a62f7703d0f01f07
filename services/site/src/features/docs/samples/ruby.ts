import { parametersOf, type SampleRequest, singleQuoted } from './sample-request.ts';

const credentials = {
  environment: (variable: string) => `ENV.fetch('${variable}')`,
  nonce: 'SecureRandom.uuid',
  timestamp: 'Time.now.to_i',
};

/** A Ruby program without gems. */
export function ruby(request: SampleRequest): string {
  const { api, method, origin, path, headers, body, isFile } = request;
  const parameters = parametersOf(request, credentials).map(
    (one) => `  ${singleQuoted(one.name)} => ${'text' in one ? singleQuoted(one.text) : one.expression},`,
  );
  const type = `Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}`;
  const settings = [
    ...Object.entries(headers).map(([name, value]) => `request[${singleQuoted(name)}] = ${singleQuoted(value)}\n`),
    ...(body === undefined ? [] : [`request.body = ${singleQuoted(body)}\n`]),
  ];
  return `require 'erb'
require 'net/http'
require 'openssl'
require 'securerandom'

${api === 'company' ? `path = '${path}'` : `url = '${origin}${path}'`}
parameters = {
${parameters.join('\n')}
}
encode = ->(value) { ERB::Util.url_encode(value.to_s) }
query = parameters.sort.map { |name, value| "#{encode[name]}=#{encode[value]}" }.join('&')
${
  api === 'company'
    ? `hash = OpenSSL::HMAC.hexdigest('SHA256', ENV.fetch('VITAE_SECRET'), "${method}\\n#{path}\\n#{query}")
uri = URI("${origin}#{path}?#{query}&hash=#{hash}")`
    : `secret = "#{ENV.fetch('VITAE_CONSUMER_SECRET')}&#{ENV.fetch('VITAE_TOKEN_SECRET')}"
signature = [OpenSSL::HMAC.digest('SHA1', secret, "${method}&#{encode[url]}&#{encode[query]}")].pack('m0')
uri = URI("#{url}?#{query}&oauth_signature=#{encode[signature]}")`
}

request = ${type}.new(uri)
${settings.join('')}response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
abort(response.body) unless response.is_a?(Net::HTTPSuccess)
${isFile ? 'print' : 'puts'} response.body
`;
}
