import { request } from 'node:http';

interface Asked {
  method?: string;
  body?: unknown;
}

/** A call with a Host header of its own, which fetch does not send, and a path that is sent as it is written. */
export function callAtHost(
  server: { url: string },
  host: string,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: Asked = {},
  // biome-ignore lint/suspicious/noExplicitAny: an answer as it came
): Promise<{ status: number; headers: Record<string, unknown>; body: any }> {
  const { hostname, port } = new URL(server.url);
  const sent = { ...headers, host, ...(body ? { 'content-type': 'application/json' } : {}) };
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: sent }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: /json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(text) : text,
      });
    })
      .on('error', reject)
      .end(body ? JSON.stringify(body) : undefined);
  });
}
