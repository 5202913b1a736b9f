import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../platform-keys/keys.ts';
import { platformClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { exchange, head, openWire } from '../support/wire.ts';

const server = useServer({ LOG_LEVEL: 'trace' });
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'things' });
});

const types = '/v1/object-types';

interface Entry {
  msg: string;
  request_id: string;
  [name: string]: unknown;
}

/** The lines that some calls write; each is one JSON object. */
async function linesOf(calls: () => Promise<unknown>, count = 1): Promise<Entry[]> {
  server.logLines.length = 0;
  await calls();
  const lines = await until(
    async () => server.logLines,
    ({ length }) => length >= count,
  );
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    expect([...line.slice(0, -1)].every((character) => character >= ' ')).toBe(true);
  }
  return lines.map((line) => JSON.parse(line));
}

describe('the log of a request', () => {
  it('is one line with operation, path, caller and duration', async () => {
    let requestId = '';
    const lines = await linesOf(async () => {
      requestId = (await api.get(`${types}/none?tenant_id=${api.tenant.id}`)).body.request_id;
    });
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        request_id: requestId,
        method: 'GET',
        path: `${types}/none`,
        status: 404,
        ms: expect.any(Number),
        operation: 'object_type.get',
        tenant: api.tenant.id,
        ip: '127.0.0.1',
        msg: 'request',
      },
    ]);
  });

  it('is also a line for an invalid request', async () => {
    const lines = await linesOf(() => exchange(server, 'NONSENSE\r\n\r\n'));
    expect(lines).toMatchObject([
      { msg: 'broken request', status: 400, request_id: expect.stringMatching(/^req_/) },
    ]);
  });

  it('is a line with 499 when its client has left', async () => {
    const lines = await linesOf(async () => {
      const wire = await openWire(server);
      const headers = {
        Authorization: `Bearer ${api.token}`,
        'Content-Type': 'application/json',
        'Content-Length': '50',
      };
      wire.send(`${head('POST', types, headers)}\r\n{"name":`);
      wire.socket.end();
      await wire.ended();
    });
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
      { status: 499, path: types },
    ]);
  });
});

describe('secrets in the log', () => {
  it('from headers, queries, bodies and paths are never written', async () => {
    const canary = (name: string) => `canary-${name}-7f3a9c`;
    const created = await api.withKey(['*'], { label: canary('label') });
    const made = await newKey(server, ['tenants:read'], { label: canary('label') });
    const tokens = [api.token, created.token, server.platformKey, made.token];
    const headers = {
      cookie: canary('cookie'),
      'x-api-key': canary('header'),
      'user-agent': canary('agent'),
      referer: canary('referer'),
      'idempotency-key': canary('idempotency'),
      'x-tenant-id': canary('tenant'),
    };
    const calls = async () => {
      const operator = platformClient(server);
      const query = `token=${canary('query')}&password=${canary('query')}&tenant_id=x`;
      const others = [api.as(undefined), api.as(canary('token')), made.client];
      for (const client of [api, created, operator, ...others]) {
        await client.get(`${types}?${query}`, undefined, headers);
        await client.get(`/nowhere?${query}`, undefined, headers);
        await client.get(`/ready?${query}`, undefined, headers);
        for (const path of ['/v1/objects/things', types, '/v1/keys', '/admin/tenants']) {
          const properties = { password: canary('body'), note: canary('body') };
          await client.post(path, { name: canary('body'), properties, scopes: [canary('body')] });
          await client.send('POST', path, {
            headers: { 'content-type': 'application/json' },
            body: `{"${canary('broken')}`,
          });
        }
        for (const token of tokens) await client.get(`/v1/keys/${token}`);
        for (const token of tokens) await client.get(`/nowhere/${token}?x=${token}`);
      }
      const keyed = await created.post('/v1/keys', { scopes: ['read'], label: canary('label') });
      tokens.push(keyed.body.data.token);
      await created.post(`/v1/keys/${keyed.body.data.key.id}/rotate`, {});
      await exchange(
        server,
        `${head('GET', '/health', { 'X-Secret': canary('wire') })}Broken\r\n\r\n`,
      );
    };
    const text = (await linesOf(calls, 80)).map((line) => JSON.stringify(line)).join('\n');
    expect(text).toContain('/nowhere/[redacted]');
    expect(text.includes('7f3a9c')).toBe(false);
    const secrets = tokens.map((token) => token.split('_').at(-1) as string);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('a forged log line', () => {
  it('stays a string within its own line', async () => {
    const forged = '\r\n{"level":50,"msg":"forged"}\r\n\x1b[2J';
    const lines = await linesOf(async () => {
      await api.post('/v1/objects/things', { properties: { [forged]: forged } });
      await api.post(types, { name: forged });
      await api.get(`${types}/${encodeURIComponent(forged)}`);
      await api.get(`/v1/objects/things/list?sort=${encodeURIComponent(forged)}`);
      await exchange(
        server,
        Buffer.from(`${head('GET', '/\x1b[31m\x9b', { Connection: 'close' })}\r\n`, 'latin1'),
      );
    }, 5);
    expect(lines.every(({ msg }) => msg === 'request' || msg === 'broken request')).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/\\u001b|\\r|\\n/);
  });

  it('is no longer than others', async () => {
    const [line] = await linesOf(() => api.get(`/${'a'.repeat(7000)}`));
    expect(String(line?.path).length).toBeLessThan(600);
  });
});

describe('/metrics', () => {
  const scrape = async () => {
    const { body } = await platformClient(server).get('/metrics');
    return body as string;
  };

  it('is text that Prometheus can parse', async () => {
    for (const line of (await scrape()).trimEnd().split('\n')) {
      if (line === '') continue;
      expect(line).toMatch(
        /^(# (HELP|TYPE) \w+ .+|[a-zA-Z_:][\w:]*(\{(\w+="(\\.|[^"\\])*",?)*\})? [-+]?(\d[\d.e+-]*|Inf|NaN))$/,
      );
    }
  });

  it('counts requests by operation and status, and shows the state of the pool', async () => {
    await api.get(types);
    await api.get(`${types}/none`);
    await api.get('/nowhere');
    const count = (text: string, operation: string, status: number) =>
      Number(
        new RegExp(
          `^insula_http_request_seconds_count\\{operation="${operation}",status="${status}"\\} (\\d+)$`,
          'm',
        ).exec(text)?.[1] ?? 0,
      );
    const before = await scrape();
    for (const [operation, status] of [
      ['object_type.list', 200],
      ['object_type.get', 404],
      ['other', 404],
    ] as const)
      expect(count(before, operation, status), operation).toBeGreaterThan(0);
    await api.get(types);
    await until(
      async () => count(await scrape(), 'object_type.list', 200),
      (found) => found === count(before, 'object_type.list', 200) + 1,
    );
    for (const line of ['requests', 'patient', 'house']) {
      for (const state of ['total', 'idle'])
        expect(before).toMatch(
          new RegExp(`^insula_db_connections\\{line="${line}",state="${state}"\\} \\d+$`, 'm'),
        );
      expect(before).toMatch(new RegExp(`^insula_db_waiting\\{line="${line}"\\} \\d+$`, 'm'));
    }
    expect(before).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  it('contains no path, no tenant and no key', async () => {
    await api.get(`/v1/canary-path`);
    await api.get(`${types}/canary-type`);
    const text = await scrape();
    expect(text).not.toContain('canary');
    expect(text).not.toContain(api.tenant.id);
  });
});
