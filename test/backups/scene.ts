import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { expect } from 'vitest';
import { childMeans, writeInChild } from '../../src/snapshot/process.ts';
import type { Lock } from '../../src/snapshot/seal.ts';
import type { Client } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

export const path = '/admin/backups';
export const passphrase = 'correct horse battery staple';
export const withPassphrase = { 'x-snapshot-passphrase': passphrase };

/** A record when its work is over. */
export const over = async (operator: Client, at: string) =>
  until(
    async () => (await operator.get(at)).body.data,
    ({ status, verify_status }) =>
      status !== 'pending' && status !== 'running' && verify_status !== 'running',
    // A passphrase costs seconds of a processor, which a busy machine has not.
    300,
  );

/** A backup of a tenant, completed. */
export async function backupOf(
  operator: Client,
  tenant_id: string,
  fields: object = {},
  headers: Record<string, string> = {},
) {
  const { body } = await operator.post(path, { tenant_id, ...fields }, headers);
  return over(operator, `${path}/${body.data.id}`);
}

/** The bytes of a backup, as a program downloads them. */
export async function download(operator: Client, id: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${operator.url}${path}/${id}/download`, {
    headers: { authorization: `Bearer ${operator.token}`, ...headers },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

export const upload = (
  operator: Client,
  bytes: Uint8Array,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) =>
  operator.send('POST', `${path}/upload${query}`, {
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': 'application/vnd.insula.snapshot', ...headers },
  });

/** The record of a completed backup, whose bytes are not there. */
export async function completedRow(db: pg.Pool, tenant: string): Promise<string> {
  const { rows } = await db.query(
    `insert into app.backups (id, about_tenant, type, source, status, created_by, created_at, checksum, size_bytes)
     values (app.new_id('bak'), $1, 'tenant', 'api', 'completed', 'platform', now(), 'sha256:0', 1)
     returning id`,
    [tenant],
  );
  return rows[0].id;
}

/** A snapshot of a tenant, as its export is. */
export async function snapshotOf(
  { config }: Pick<TestServer, 'config'>,
  tenant: string,
  lock?: Lock,
): Promise<Buffer> {
  const to = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(to),
    writeInChild(childMeans(config, config.databaseUrl as string), {
      ...{ tenant, to, lock },
      options: { data: 'all', files: true, journal_from: 'all', secrets: 'left_out' },
    }),
  ]);
  return bytes;
}

/** Deletes, and confirms what is deleted with it. */
export async function remove(api: Client, at: string, query = ''): Promise<void> {
  const first = await api.delete(`${at}?${query}`);
  const { confirm_token } = first.body.error ?? {};
  const { status } = confirm_token
    ? await api.delete(`${at}?${query}&confirm_token=${confirm_token}`)
    : first;
  expect(status).toBe(200);
}

/** The answer of a restore when it is known what it changes: a busy machine answers 201 before, and the same request asks again. */
export async function askedInto(operator: Client, backup: string, fields: object) {
  const at = `${path}/${backup}/restore`;
  const first = await operator.post(at, fields);
  if (first.status !== 201) return first;
  const settled = await until(
    async () => (await operator.get(`/admin/restores/${first.body.data.id}`)).body.data,
    ({ status, awaits_confirmation }) =>
      awaits_confirmation || !['pending', 'running'].includes(status),
    300,
  );
  return settled.awaits_confirmation ? operator.post(at, fields) : first;
}

/**
 * Restores into a living tenant: what is to be confirmed is sent again with its token, and where the answer comes before that is
 * known, it is sent again as soon as it is. @returns the record when its work is over
 */
export async function restoredAt(operator: Client, at: string, fields: object) {
  for (;;) {
    let answer = await operator.post(at, fields);
    const { confirm_token } = answer.body.error ?? {};
    if (confirm_token) answer = await operator.post(at, { ...fields, confirm_token });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    const record = await until(
      async () => (await operator.get(`/admin/restores/${answer.body.data.id}`)).body.data,
      ({ status, awaits_confirmation }) =>
        awaits_confirmation || (status !== 'pending' && status !== 'running'),
      300,
    );
    if (!record.awaits_confirmation) return record;
  }
}

/** The same of a backup. */
export const restoredInto = (operator: Client, backup: string, fields: object) =>
  restoredAt(operator, `${path}/${backup}/restore`, fields);
