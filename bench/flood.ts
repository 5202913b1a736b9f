/** A load that stops at nothing, in a process of its own: so many askers, each with its next request as soon as it can. */
import { Agent, request } from 'node:http';

export interface Flood {
  url: string;
  token: string;
  askers: number;
  /** In turns. `{n}` is replaced by a number. */
  requests: { method: string; path: string; body?: string }[];
}

/** How many answers there were of each status. */
export type Answered = Record<string, number>;

const answered: Answered = {};
let isEnding = false;

process.on('message', async (message: Flood | 'end') => {
  if (message === 'end') {
    isEnding = true;
    process.send?.(answered);
    process.disconnect();
    process.exit();
  }
  const { askers, requests } = message;
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  const ask = async () => {
    while (!isEnding) {
      const n = next++;
      const one = requests[n % requests.length] as Flood['requests'][number];
      const status = await send(agent, message, one, n);
      answered[status] = (answered[status] ?? 0) + 1;
      // A refused caller comes back, but not at once: otherwise the flood measures itself.
      if (status !== '200' && status !== '201')
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all(Array.from({ length: askers }, ask));
});

function send(
  agent: Agent,
  { url, token }: Flood,
  { method, path, body }: Flood['requests'][number],
  n: number,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    };
    const outgoing = request(url + path, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(String(answer.statusCode)));
    });
    outgoing.on('error', () => resolve('broken'));
    outgoing.end(body?.replaceAll('{n}', String(n)));
  });
}
