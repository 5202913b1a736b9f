/** Subscribers and a writer in one process, so that one clock measures when a write was answered and when it was heard. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface ListenersTask {
  url: string;
  token: string;
  /** The object type that is written and heard. */
  type: string;
  subscribers: number;
  /** The events that they listen to; by default, of the objects that are written. */
  channel?: string;
  /** 0: says that the sockets are open, and keeps them until the process is ended. */
  writesPerSecond: number;
  seconds: number;
}

export interface Listened {
  written: number;
  /** The median time of a write. */
  writeMs: number;
  /** From the answer of a write to its event at a subscriber; what came before the answer is 0. */
  p50: number;
  p99: number;
  lost: number;
  duplicated: number;
}

const percentile = (list: number[], part: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? 0;

process.once('message', async (task: ListenersTask) => {
  const answeredAt = new Map<string, number>();
  const heard: Map<string, number>[] = [];
  let duplicated = 0;
  const tenant = `ten_${task.token.split('_')[1]}`;
  const open = async () => {
    const mine = new Map<string, number>();
    const socket = new WebSocket(
      `${task.url.replace('http', 'ws')}/v1/realtime?token=${task.token}&tenant_id=${tenant}`,
      { perMessageDeflate: false },
    );
    await once(socket, 'open');
    socket.send(
      JSON.stringify({
        type: 'subscribe',
        id: '1',
        channel: task.channel ?? `objects:${task.type}`,
      }),
    );
    await new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.type === 'subscribed') resolve();
        if (message.type !== 'event') return;
        if (mine.has(message.data.id)) duplicated += 1;
        mine.set(message.data.id, performance.now());
      });
    });
    heard.push(mine);
  };
  for (let n = 0; n < task.subscribers; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, task.subscribers - n) }, open));
  if (task.writesPerSecond === 0) {
    process.send?.('open');
    return;
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const times: number[] = [];
  const writing: Promise<void>[] = [];
  const began = performance.now();
  const total = task.writesPerSecond * task.seconds;
  for (let n = 0; n < total; n++) {
    const wait = began + (n * 1000) / task.writesPerSecond - performance.now();
    if (wait > 0) await sleep(wait);
    writing.push(
      write(task, agent, n).then(({ id, ms, at }) => {
        answeredAt.set(id, at);
        times.push(ms);
      }),
    );
  }
  await Promise.all(writing);
  // Of another channel than that of the writes, events are not looked for.
  const isComplete = () => task.channel !== undefined || heard.every((mine) => mine.size >= total);
  for (let waited = 0; waited < 5_000 && !isComplete(); waited += 50) await sleep(50);

  const delays: number[] = [];
  let lost = 0;
  for (const [id, at] of answeredAt) {
    for (const mine of heard) {
      const arrived = mine.get(id);
      if (arrived === undefined) lost += 1;
      else delays.push(Math.max(0, arrived - at));
    }
  }
  process.send?.({
    written: total,
    writeMs: percentile(times, 0.5),
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    lost,
    duplicated,
  } satisfies Listened);
});

async function write({ url, token, type }: ListenersTask, agent: Agent, n: number) {
  const started = performance.now();
  const outgoing = request(`${url}/v1/objects/${type}`, {
    method: 'POST',
    agent,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  outgoing.end(
    JSON.stringify({ properties: { email: `n${n}@example.com`, number: n, city: 'Paris' } }),
  );
  const [answer] = await once(outgoing, 'response');
  let body = '';
  for await (const chunk of answer) body += chunk;
  const at = performance.now();
  return { id: JSON.parse(body).data.id as string, ms: at - started, at };
}
