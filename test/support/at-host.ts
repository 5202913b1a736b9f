import { request } from 'node:http';

/** A call with a Host header of its own, which fetch does not send. */
export function callAtHost(
  server: { url: string },
  host: string,
  path: string,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: an answer as it came
): Promise<{ status: number; body: any }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { ...headers, host } }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({
        status: answer.statusCode ?? 0,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
    })
      .on('error', reject)
      .end();
  });
}
