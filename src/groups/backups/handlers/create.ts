import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { refusalOf } from '../../../backup/alone.ts';
import { ApiError, type ErrorCode } from '../../../ground/errors.ts';
import { type AnyAnswer, dataOf } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { lockOf, passphraseOf } from '../../../snapshot/passphrase.ts';
import type { backupFields } from '../shapes.ts';
import { baseOf } from './base-of.ts';

/** POST /admin/backups: the worker makes it; a passphrase stays in this process until then. */
export async function createBackup(
  call: HandlerCall<z.output<typeof backupFields>>,
): Promise<AnyAnswer> {
  const passphrase = passphraseOf(call.req);
  const { recipient, secrets } = call.args;
  lockOf({ passphrase, recipient, secrets });
  const lock = passphrase === undefined ? {} : { lock: 'passphrase' };
  const base = baseOf(call.services);
  if (isOfInstallation(call.args)) await requireReplication(call.services);
  const answer = await call.run('backup_create', { ...call.args, ...lock, ...base });
  const given = giveTo(call, passphrase, answer);
  if (call.args.as_of && !call.change?.dry_run)
    await readable(call, dataOf<{ id: string }>(answer));
  return given;
}

const isOfInstallation = ({ tenant_id, type, external }: z.output<typeof backupFields>) =>
  (type === 'full' || (type === undefined && tenant_id === undefined)) && !external;

/** @throws 409 where DATABASE_URL gives no base backup */
async function requireReplication({ config }: HandlerCall['services']): Promise<void> {
  const { backup, databaseUrl } = config;
  if (!backup || databaseUrl === undefined) return;
  const refusal = await refusalOf(databaseUrl);
  if (refusal === undefined) return;
  throw new ApiError(
    'INVALID_STATE',
    `The PostgreSQL of DATABASE_URL gives no base backup: ${refusal}. Its role needs REPLICATION, pg_hba.conf a line for replication, ` +
      'and no pooler may be between. Or back it up with its own tools, and tell of it with "external": true.',
  );
}

/** How long a request waits until it is known whether the state of an earlier moment is kept. */
const patienceMs = 20_000;
const lookMs = 250;

/** @throws 409 AS_OF_UNAVAILABLE */
async function readable({ ask, ctx }: HandlerCall<object>, { id }: { id: string }): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { is_known, refusal, error } = await ask<Looked>('backup_look', { backup_id: id });
    if (refusal) throw new ApiError(refusal.code, error ?? '', { details: refusal.details });
    if (is_known || performance.now() > until) return;
    await sleep(lookMs, undefined, { signal: ctx.signal });
  }
}

interface Looked {
  is_known: boolean;
  refusal: { code: ErrorCode; details: Record<string, unknown> } | null;
  error: string | null;
}

/** POST /admin/backups/:backup_id/verify */
export async function verifyBackup(call: HandlerCall<{ backup_id: string }>): Promise<AnyAnswer> {
  const passphrase = passphraseOf(call.req);
  const lock = passphrase === undefined ? {} : { lock: 'passphrase' };
  return giveTo(
    call,
    passphrase,
    await call.run('backup_verify', { ...call.args, ...lock, ...baseOf(call.services) }),
  );
}

function giveTo(
  call: HandlerCall<object>,
  passphrase: string | undefined,
  answer: AnyAnswer,
): AnyAnswer {
  if (passphrase === undefined || call.change?.dry_run) return answer;
  const { id } = dataOf<{ id: string }>(answer);
  call.services.handovers.begin(call, { backup_id: id }, passphrase);
  return answer;
}
