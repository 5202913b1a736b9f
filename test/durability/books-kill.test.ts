import { expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { kill, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { type Started, start } from './start.ts';

const kills = 3;
const writers = 12;
const books = '/v1/accounting';
const entry = (n: number) => ({
  date: n % 2 ? '2026-03-01' : '2025-03-01',
  status: 'posted',
  description: `entry ${n}`,
  lines: [
    { account_id: '6100', debit: '1.00' },
    { account_id: '1000', credit: '1.00' },
  ],
});

/** Posts from several sides until the server stops answering. @returns the numbers that it has acknowledged, by entry */
async function post({ url, api }: Started, acknowledged: Map<string, string>): Promise<void> {
  const send = async (path: string, body: object) => {
    const answer = await fetch(url + books + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as {
      data?: { id: string; number: string; ids?: string[]; numbers?: string[] };
    };
    if (!data) return;
    const { ids = [data.id], numbers = [data.number] } = data;
    for (const [i, id] of ids.entries()) acknowledged.set(id, numbers[i] as string);
  };
  const write = async (writer: number) => {
    for (let n = writer; ; n += writers) {
      if (n % 5 === 0)
        await send('/journal-entries/batch/create', { entries: [n, n + 1, n].map(entry) });
      else await send('/journal-entries', entry(n));
    }
  };
  await Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer)));
}

it.skipIf(process.platform !== 'linux')(
  `kill -9 of the server and of PostgreSQL amid postings loses none, and leaves no gap, ${kills} times`,
  { timeout: 180_000 },
  async () => {
    const dataDir = await startedFolder();
    const acknowledged = new Map<string, string>();
    let running = await start(dataDir);
    for (const [code, type] of [
      ['1000', 'asset'],
      ['6100', 'expense'],
    ])
      await running.api.post(`${books}/accounts`, { code, type, name: 'Account' });
    for (let time = 0; time < kills; time++) {
      const enough = acknowledged.size + 60 + 20 * time;
      const posting = post(running, acknowledged);
      await until(
        async () => acknowledged.size,
        (count) => count >= enough,
      );
      kill([running.process.child.pid as number, ...postgresOn(dataDir)], 'SIGKILL');
      await running.process.exit();
      await posting;
      running = await start(dataDir);
      const url = withRole(runningOwnerUrl(dataDir) as string, 'insula_owner');
      const { rows } = await withClient(url, 'durability', (client) =>
        client.query('select id::text, number, fiscal_year, sequence::int from app.ledger_entries'),
      );
      const numbers = new Map(rows.map(({ id, number }) => [id, number]));
      for (const [id, number] of acknowledged) expect([id, numbers.get(id)]).toEqual([id, number]);
      for (const year of [2025, 2026]) {
        const taken = rows.filter((row) => row.fiscal_year === year).map((row) => row.sequence);
        expect(taken.toSorted((a, b) => a - b)).toEqual(taken.map((_, i) => i + 1));
      }
      const { body } = await running.api.get(`${books}/verify`);
      expect(body.data).toMatchObject({ ok: true, checked: { entries: rows.length } });
    }
    running.process.child.kill('SIGTERM');
    expect(await running.process.exit()).toBe(0);
  },
);
