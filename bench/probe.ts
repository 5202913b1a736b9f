/** A client that only reads, in a process of its own: one GET after the other, with a pause, and how long each took. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Probe {
  url: string;
  token: string;
  path: string;
  seconds: number;
}

export interface Probed {
  count: number;
  p50: number;
  p99: number;
  worst: number;
  /** Answers other than 200. */
  failed: number;
}

const pauseMs = 10;

process.once('message', async ({ url, token, path, seconds }: Probe) => {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const begun = performance.now();
    const status = await new Promise<number>((resolve) => {
      const headers = { authorization: `Bearer ${token}` };
      get(url + path, { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      }).on('error', () => resolve(0));
    });
    times.push(performance.now() - begun);
    if (status !== 200) failed += 1;
    await sleep(pauseMs);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  const probed: Probed = {
    count: times.length,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1 - 1e-9),
    failed,
  };
  process.send?.(probed);
  process.disconnect();
});
