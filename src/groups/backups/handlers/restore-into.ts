import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type ErrorCode } from '../../../ground/errors.ts';
import { type AnyAnswer, dataOf, remakeData } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { passphraseOf } from '../../../snapshot/passphrase.ts';
import { sendData } from '../../../tools/answers/envelope.ts';

export interface IntoArgs {
  dry_run?: boolean | undefined;
}

export interface RestoreArgs extends IntoArgs {
  backup_id: string;
  mode: string;
}

interface Restore {
  id: string;
  status: string;
  awaits_confirmation: boolean;
  error: string | null;
  report: { conflicts: object[]; conflict_count: number } | null;
}

interface Looked {
  restore: Restore;
  step: string | null;
  refusal: { code: ErrorCode; details: unknown; param?: string } | null;
}

/** How long a request waits until it is known what it would change. */
const patienceMs = 20_000;
const lookMs = 250;
const shownConflicts = 100;
/** Errors of work that the request is the reason of. */
const ofRequest = new Set<ErrorCode>(['AS_OF_UNAVAILABLE', 'VALIDATION_ERROR']);

/**
 * Begins a restore into a living tenant, and answers when it is known what it would change: at once where that does not take long.
 * @param names of the operations that begin it, and take its confirmation; that try it; and that look how far it is
 */
export async function restoreInto<Args extends IntoArgs>(
  call: HandlerCall<Args>,
  names: { begin: string; trial: string; look: string },
  given: Args,
): Promise<AnyAnswer | undefined> {
  // A trial is a record as well, because a worker makes it: it must not be undone with the request.
  const answer = await call.run(given.dry_run ? names.trial : names.begin, given);
  // A refusal asks for the confirmation of a restore that was begun before.
  if (typeof answer !== 'string' && answer.refusal) return answer;
  const { id } = dataOf<Restore>(answer);
  handOver(call, id);
  const { restore, step, refusal } = await settled(call, names.look, id);
  if (restore.awaits_confirmation) return call.run(names.begin, given);
  if (given.dry_run && restore.status === 'completed') return sendReport(call, restore.report);
  if (restore.status === 'failed' && refusal && ofRequest.has(refusal.code)) {
    const { code, ...extras } = refusal;
    throw new ApiError(code, restore.error ?? '', extras);
  }
  if (restore.status === 'failed' && step !== 'confirmed' && restore.report)
    throw new ApiError('RESTORE_CONFLICT', restore.error ?? 'Records differ.', {
      details: {
        conflicts: restore.report.conflicts.slice(0, shownConflicts),
        conflict_count: restore.report.conflict_count,
      },
    });
  return remakeData(answer, () => restore);
}

/** A restore as it is when it is known what it would change, or when that takes long. */
async function settled(
  { ask, args, ctx }: HandlerCall<IntoArgs>,
  look: string,
  restore_id: string,
): Promise<Looked> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const now = await ask<Looked>(look, {
      ...args,
      restore_id,
    });
    const isOver = !['pending', 'running'].includes(now.restore.status);
    if (isOver || now.step !== null || performance.now() > until) return now;
    await sleep(lookMs, undefined, { signal: ctx.signal });
  }
}

/** Lets the worker have the passphrase that the request came with, if it came with one. */
export function handOver(call: HandlerCall<IntoArgs>, restore_id: string): void {
  const passphrase = passphraseOf(call.req);
  if (passphrase !== undefined) call.services.handovers.begin(call, { restore_id }, passphrase);
}

export function sendReport({ res, ctx }: HandlerCall<IntoArgs>, report: unknown): undefined {
  ctx.isDryRun = true;
  sendData(res, 200, { headers: { ...ctx.headers }, data: JSON.stringify({ report }) }, ctx);
}
