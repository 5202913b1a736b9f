import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { Wakeups } from '../../src/pulse/wakeups.ts';
import type { Answer, TenantClient } from './api.ts';
import type { Case, Headers, Scene } from './journal-cases.ts';
import type { TestServer } from './server.ts';

export interface JournalRow {
  tenant_id: string;
  type: string;
  resource_type: string;
  resource_id: string;
  actor: Record<string, unknown>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  changed: string[] | null;
  ip: string;
  user_agent: string;
  tx: string;
}

/** The journal rows of a request. */
export async function rowsOf(server: TestServer, requestId: string): Promise<JournalRow[]> {
  const { rows } = await server.db.query(
    `select j.*, app.journal_after(row(j.*)::app.journal) as after, app.tx_number(xid, call)::text as tx
     from app.journal j where request_id = $1 order by id`,
    [requestId],
  );
  return rows;
}

export const newRequestId = () => `req_test_${randomUUID()}`;

/** The actor of a call that no caller of the tenant makes. */
const actors: Record<string, object> = {
  platform: { type: 'platform', id: 'platform' },
  open: { type: 'public', id: 'public' },
};

/**
 * Refuses the operation of a case, and looks that the journal has no row of it.
 * @param more headers beside those that make the call recognisable
 */
export async function expectNoRow(
  server: TestServer,
  scene: Scene,
  { refused }: Case,
  more: Headers = {},
): Promise<void> {
  const id = newRequestId();
  const { status } = await refused(scene, { 'x-request-id': id, ...more });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(await rowsOf(server, id)).toEqual([]);
}

/** The id of the key of a new tenant. */
export async function firstKeyOf(tenant: TenantClient): Promise<string> {
  const { body } = await tenant.get('/v1/keys');
  return body.data[0].id;
}

/**
 * Does the operation of a case, and checks that the journal has one row for each record that it changed, with the right
 * actor.
 * @param name the case's: the operation, and perhaps a word that tells cases of one apart
 * @param keyId of the tenant's first key, with which it is done where the case names no other caller
 */
export async function expectRows(
  server: TestServer,
  scene: Scene,
  name: string,
  keyId: string,
  { call, rows, isOwn, isVisitor, actor: own }: Case,
  more: Headers = {},
): Promise<Answer> {
  const caller = isOwn
    ? { type: 'user', id: (await scene.user()).user.id }
    : { type: 'api_key', id: keyId };
  const id = newRequestId();
  const headers = { 'x-request-id': id, 'user-agent': 'journal test', ...more };
  const ring = vi.spyOn(Wakeups.prototype, 'ring');
  const answer = await call(scene, headers);
  const rung = new Set(ring.mock.calls.flat());
  ring.mockRestore();
  const { status, body } = answer;
  expect([status, body.error]).toEqual([expect.any(Number), undefined]);
  const found = await rowsOf(server, id);
  // An idle worker looks when the bell rings: '' is that of the operator.
  for (const { tenant_id } of found) expect(rung.has(tenant_id) || rung.has('')).toBe(true);
  const summary = found.map((row) => [row.type, row.resource_type, row.resource_id]);
  expect(summary.toSorted()).toEqual(rows(scene, body.data).toSorted());
  expect(new Set(found.map((row) => row.tx)).size).toBe(Math.min(1, found.length));
  const { scope = '' } = routes.find(({ id }) => id === name.split(' ')[0]) ?? {};
  const actor = own?.() ?? (isVisitor ? actors.open : actors[scope]) ?? caller;
  for (const row of found) {
    expect(row).toMatchObject({ actor, ip: '127.0.0.1', user_agent: 'journal test' });
    expect(row.before === null && row.after === null).toBe(false);
  }
  return answer;
}
