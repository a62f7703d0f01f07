import { parametersOf, type SampleRequest } from './sample-request.ts';

const credentials = {
  environment: (variable: string) => `os.Getenv("${variable}")`,
  nonce: 'rand.Text()',
  timestamp: 'strconv.FormatInt(time.Now().Unix(), 10)',
};

const COMPANY_PACKAGES = ['crypto/sha256'];
const USER_PACKAGES = ['crypto/sha1', 'encoding/base64'];
const PACKAGES = ['crypto/hmac', 'crypto/rand', 'fmt', 'io', 'log', 'net/http', 'net/url', 'os', 'strconv', 'strings'];

/** A Go program without modules, for Go 1.24 or later. */
export function go(request: SampleRequest): string {
  const { api, method, origin, path, headers, body, isFile } = request;
  const packages = [...PACKAGES, 'time', ...(api === 'company' ? COMPANY_PACKAGES : USER_PACKAGES)].sort();
  const parameters = parametersOf(request, credentials);
  const width = Math.max(...parameters.map(({ name }) => name.length)) + 3;
  const settings = Object.entries(headers).map(
    ([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})\n`,
  );
  return `package main

import (
${packages.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
\t${api === 'company' ? `path := "${path}"` : `address := "${origin}${path}"`}
\tparameters := url.Values{
${parameters
  .map((one) => `\t\t${`${quoted(one.name)}:`.padEnd(width)} {${'text' in one ? quoted(one.text) : one.expression}},`)
  .join('\n')}
\t}
\tquery := strings.ReplaceAll(parameters.Encode(), "+", "%20")
${
  api === 'company'
    ? `\tmac := hmac.New(sha256.New, []byte(os.Getenv("VITAE_SECRET")))
\tfmt.Fprintf(mac, "${method}\\n%s\\n%s", path, query)
\tsigned := fmt.Sprintf("${origin}%s?%s&hash=%x", path, query, mac.Sum(nil))`
    : `\tencode := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
\tmac := hmac.New(sha1.New, []byte(os.Getenv("VITAE_CONSUMER_SECRET")+"&"+os.Getenv("VITAE_TOKEN_SECRET")))
\tfmt.Fprintf(mac, "${method}&%s&%s", encode(address), encode(query))
\tsignature := base64.StdEncoding.EncodeToString(mac.Sum(nil))
\tsigned := fmt.Sprintf("%s?%s&oauth_signature=%s", address, query, encode(signature))`
}

\trequest, err := http.NewRequest("${method}", signed, ${body === undefined ? 'nil' : `strings.NewReader(${quoted(body)})`})
\tif err != nil {
\t\tlog.Fatal(err)
\t}
${settings.join('')}\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tdefer response.Body.Close()
\tcontent, err := io.ReadAll(response.Body)
\tif err != nil || response.StatusCode >= 300 {
\t\tlog.Fatal(response.Status, " ", string(content), err)
\t}
\t${isFile ? 'os.Stdout.Write(content)' : 'fmt.Println(string(content))'}
}
`;
}

function quoted(text: string): string {
  return text.includes('"') && !/[`\r]/.test(text) ? `\`${text}\`` : JSON.stringify(text);
}
