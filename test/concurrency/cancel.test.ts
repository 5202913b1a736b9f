import { describe, expect, it } from 'vitest';
import { ClientLeft } from '../../src/ground/concurrency/client-left.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ DB_POOL_SIZE: '1' });

const run = (text: string, more: { signal?: AbortSignal; limitMs?: number } = {}) =>
  server.app.connections.run(
    { text: `select ${text}::text as body`, values: [] },
    { line: 'requests', tenant: 'ten_a', ...more },
  );

describe('cancelling a statement', () => {
  it('never hits another one, however close to its end', async () => {
    const closed: unknown[] = [];
    server.pool.on('remove', (client) => closed.push(client));
    let ended = 0;
    for (let n = 0; n < 200; n++) {
      const leaving = new AbortController();
      const first = run('pg_sleep(0.002)', { signal: leaving.signal }).catch((error) => {
        expect(error).toBeInstanceOf(ClientLeft);
        ended += 1;
      });
      setTimeout(() => leaving.abort(new ClientLeft()), n % 8);
      expect(await run(`'next'`)).toBe('next');
      await first;
    }
    expect(ended).toBeGreaterThan(0);
    expect(ended).toBeLessThan(200);
    expect(closed).toEqual([]);
  });

  it('reports a timeout when it was one', async () => {
    await expect(run('pg_sleep(60)', { limitMs: 20 })).rejects.toMatchObject({ code: '57014' });
    expect(await run(`'next'`)).toBe('next');
  });

  it('is unnecessary when the client left before it began', async () => {
    const leaving = new AbortController();
    leaving.abort(new ClientLeft());
    await expect(run('1/0', { signal: leaving.signal })).rejects.toThrow(ClientLeft);
  });
});
