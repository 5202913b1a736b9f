import { setTimeout as sleep } from 'node:timers/promises';

/** Where requests go: processes come and go while requests are made, as behind a proxy. */
export class Upstreams {
  private readonly busy = new Map<string, number>();
  private readonly leaving = new Set<string>();
  private turn = 0;

  add(url: string): void {
    this.busy.set(url, 0);
  }

  /** Sends it no more requests, and waits for those under way. */
  async remove(url: string): Promise<void> {
    this.leaving.add(url);
    while (this.busy.get(url)) await sleep(10);
  }

  async take<T>(work: (url: string) => Promise<T>): Promise<T> {
    const open = [...this.busy.keys()].filter((url) => !this.leaving.has(url));
    const url = open[this.turn++ % open.length] as string;
    this.busy.set(url, (this.busy.get(url) ?? 0) + 1);
    try {
      return await work(url);
    } finally {
      this.busy.set(url, (this.busy.get(url) ?? 1) - 1);
    }
  }
}

export interface Tenant {
  token: string;
  userToken: string;
  functionId: string;
  automationId: string;
}

export interface Load {
  /** Waits until so many more requests have been answered. */
  more(count: number): Promise<void>;
  stop(): Promise<LoadResult>;
}

export interface LoadResult {
  /** Requests by what they do. */
  sent: Record<string, number>;
  /** Answers that were not 2xx, and requests without one. */
  failed: string[];
  /** The number in each object whose creation was acknowledged. */
  written: number[];
  /** The runs of the function that were queued. */
  queued: string[];
  /** How long the slowest request took, in milliseconds. */
  slowestMs: number;
}

type Request = [method: string, path: string, body?: object, token?: string];

/** Sends requests of every kind at a bounded rate until it is told to stop. */
export function startLoad(
  upstreams: Upstreams,
  { token, userToken, functionId, automationId }: Tenant,
  platformKey: string,
): Load {
  const result: LoadResult = { sent: {}, failed: [], written: [], queued: [], slowestMs: 0 };
  let answered = 0;
  let isStopping = false;
  let count = 0;
  let lastId = '';
  let since = '';

  const send = async (name: string, [method, path, body, as = token]: Request) => {
    result.sent[name] = (result.sent[name] ?? 0) + 1;
    const begun = performance.now();
    try {
      const answer = await upstreams.take(async (url) => {
        const response = await fetch(url + path, {
          method,
          headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        return { status: response.status, text: await response.text() };
      });
      if (answer.status < 300) return JSON.parse(answer.text).data;
      result.failed.push(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`);
    } catch (error) {
      result.failed.push(`${name}: ${(error as Error).cause ?? error}`);
    } finally {
      result.slowestMs = Math.max(result.slowestMs, performance.now() - begun);
      answered += 1;
    }
    return undefined;
  };

  const kinds: Record<string, () => Promise<unknown>> = {
    async create() {
      const number = ++count;
      const properties = { number, text: `note ${number}` };
      const made = await send('create', ['POST', '/v1/objects/notes', { properties }]);
      if (!made) return;
      result.written.push(number);
      lastId = made.id;
    },
    async batch() {
      const numbers = [++count, ++count];
      const objects = numbers.map((number) => ({ properties: { number, text: 'of a batch' } }));
      const made = await send('batch', ['POST', '/v1/objects/notes/batch/create', { objects }]);
      if (made) result.written.push(...numbers);
    },
    update: () =>
      send('update', ['PATCH', `/v1/objects/notes/${lastId}`, { properties: { text: 'changed' } }]),
    get: () => send('get', ['GET', `/v1/objects/notes/${lastId}`]),
    asUser: () => send('asUser', ['GET', '/v1/auth/user', undefined, userToken]),
    search: () =>
      send('search', [
        'POST',
        '/v1/objects/notes/search',
        { filters: [{ property: 'number', operator: 'gte', value: 1 }], query: 'note', limit: 5 },
      ]),
    aggregate: () =>
      send('aggregate', ['POST', '/v1/objects/notes/aggregate', { metrics: [{ fn: 'count' }] }]),
    run: () => send('run', ['POST', `/v1/functions/${functionId}/execute`, { input: {} }]),
    async queue() {
      const body = { async: true };
      const run = await send('queue', ['POST', `/v1/functions/${functionId}/execute`, body]);
      if (run) result.queued.push(run.run_id);
      await sleep(400);
    },
    trigger: () => send('trigger', ['POST', `/v1/automations/${automationId}/trigger`, {}]),
    async feed() {
      const page = await send('feed', [
        'GET',
        `/v1/changes?limit=200${since && `&since=${since}`}`,
      ]);
      since = page?.next_since ?? since;
    },
    sql: () => send('sql', ['POST', '/v1/sql', { sql: 'select number from notes limit 3' }]),
    admin: () => send('admin', ['GET', '/admin/tenants', undefined, platformKey]),
  };

  const loop = async (kind: () => Promise<unknown>) => {
    while (!isStopping) await Promise.all([kind(), sleep(60)]);
  };
  const done = kinds.create?.().then(() => Promise.all(Object.values(kinds).map(loop)));
  return {
    async more(count) {
      for (const goal = answered + count; answered < goal; ) await sleep(20);
    },
    async stop() {
      isStopping = true;
      await done;
      return result;
    },
  };
}
