import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/**
 * Returns the status of a POST whose Content-Length announces `bytes` of XML. Only the beginning is sent: a server that
 * rejects the length closes the connection, and further writes would race with that.
 */
export async function statusOfLargeXml(url: string, bytes: number): Promise<number | undefined> {
  const headers = { 'Content-Type': 'text/xml', 'Content-Length': bytes };
  const sent = request(url, { method: 'POST', headers });
  sent.write('<metadatas>');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => undefined); // the connection closes before the body is complete
  sent.destroy();
  return response.statusCode;
}
