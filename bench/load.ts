/** The load, in a process of its own: takes one Load from the parent, answers with a LoadResult, ends. */
import autocannon from 'autocannon';

export interface Load {
  url: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** One is drawn for each request; `{}` is replaced by one of `ids`. */
  paths: string[];
  ids: string[];
  /** Tokens; one is drawn for each request, matching the id's position. */
  tokens: string[];
  /** `{n}` is replaced by a number, `{}` by the id. */
  body?: string;
  /** Each request comes from another address, as a trusted proxy says. */
  fromMany?: boolean;
  seconds: number;
  connections: number;
}

export interface LoadResult {
  perSecond: number;
  p99: number;
  failed: number;
}

const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

process.once('message', async (load: Load) => {
  let next = Math.floor(Math.random() * 1_000_000);
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    requests: [
      {
        method: load.method,
        setupRequest(request) {
          next = (next + 7919) % 1_000_003;
          const id = load.ids[next % load.ids.length] ?? '';
          const token = load.tokens[next % load.tokens.length];
          request.path = load.paths[next % load.paths.length]?.replace('{}', id);
          request.headers = {
            'content-type': 'application/json',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(load.fromMany ? { 'x-forwarded-for': addressOf(next) } : {}),
          };
          if (load.body) request.body = load.body.replace('{n}', String(next)).replace('{}', id);
          return request;
        },
      },
    ],
  });
  process.send?.({
    perSecond: result.requests.average,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadResult);
  process.disconnect();
});
