import { Agent, type IncomingMessage, request } from 'node:http';

/** The response, with its body not read yet. */
export interface Exchanged {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array>;
}

const agent = new Agent({ keepAlive: true });

/** Does what `fetch` does with a text or nothing as the body, for half of the processor's time. */
export function exchange(
  url: string,
  method: string,
  headers: Headers,
  body?: string,
): Promise<Exchanged> {
  if (body !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'text/plain;charset=UTF-8');
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, {
      agent,
      method,
      headers: { accept: '*/*', 'user-agent': 'node', ...Object.fromEntries(headers), ...length },
    });
    sent.on('error', reject);
    sent.on('response', (response) =>
      resolve({
        status: response.statusCode as number,
        headers: headersOf(response),
        body: response,
      }),
    );
    sent.end(body);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string);
  return headers;
}
