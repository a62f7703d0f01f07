import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/**
 * The status of a POST whose head announces so many bytes of XML. What is sent of them is the
 * beginning: who refuses a body for its length closes the connection, and writing on would race with that.
 */
export async function statusOfLargeXml(url: string, bytes: number): Promise<number | undefined> {
  const headers = { 'Content-Type': 'text/xml', 'Content-Length': bytes };
  const sent = request(url, { method: 'POST', headers });
  sent.write('<metadatas>');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => undefined); // the connection ends before the body does
  sent.destroy();
  return answer.statusCode;
}
