import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSealer } from '../../src/doors/worker/sealer.ts';

beforeEach(() => {
  // Timers only: other parts of this process ask `performance` how busy they are.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('looks at all tenants again after a change during a look at them', async () => {
  // Three pages of tenants without anything to seal.
  const pages: Record<string, string> = { '': 'a', a: 'b', b: '' };
  const looked: string[] = [];
  let onLook = (_after: string) => {};
  const pool = {
    async query({ values: [after = ''] }: { values: string[] }) {
      looked.push(after);
      onLook(after);
      return { rows: [{ found: { tenants: [], next: pages[after] } }] };
    },
  } as unknown as pg.Pool;
  const sealer = startSealer(pool, pino({ level: 'silent' }));
  try {
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looked).toEqual(['', 'a', 'b']);
    // The first page has been seen when one of its tenants changes something.
    onLook = (after) => {
      if (after !== 'a') return;
      onLook = () => {};
      sealer.stir();
    };
    sealer.stir();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looked.slice(3)).toEqual(['', 'a', 'b', '', 'a', 'b']);
  } finally {
    const stopped = sealer.stop();
    await vi.runOnlyPendingTimersAsync();
    await stopped;
  }
});

it('seals the other tenants although one cannot be sealed, and logs that once', async () => {
  const sealed: string[] = [];
  const lines: string[] = [];
  const tenants = ['ten_a', 'ten_bad', 'ten_z'];
  const pool = {
    async query({ name, values: [tenant = ''] }: { name: string; values: string[] }) {
      if (name === 'unsealed') return { rows: [{ found: { tenants, next: '' } }] };
      if (tenant === 'ten_bad') throw Object.assign(new Error('a row is odd'), { code: '22P02' });
      sealed.push(tenant);
      return { rows: [{ done: true }] };
    },
  } as unknown as pg.Pool;
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const sealer = startSealer(pool, log);
  try {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sealed.slice(0, 4)).toEqual(['ten_a', 'ten_z', 'ten_a', 'ten_z']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the journal of the tenant ten_bad could not be sealed: 22P02');
  } finally {
    const stopped = sealer.stop();
    await vi.runOnlyPendingTimersAsync();
    await stopped;
  }
});
