import type { Task as Job } from 'graphile-worker';
import { ask } from '../../db/ask.ts';
import type { OperationServices } from '../../operations/services.ts';
import { UnsentError } from '../../outbound/safe-fetch.ts';
import { missingProof, type ToProve } from './proof.ts';

/** Asked at a time: hosts that do not answer take seconds each. */
const batch = 20;

type Due = ToProve & { id: string };

/** Once an hour: looks for the proofs of hosts that were looked for a day ago. The next one does the rest. */
export function routeProofs(services: Pick<OperationServices, 'outbound' | 'box'>): Job {
  return async (_payload, { query, abortSignal }) => {
    for (let due: Due[] | undefined; due?.length !== 0; abortSignal?.throwIfAborted()) {
      due = await ask<Due[]>(query, 'select worker.routes_due($1) as answer', [batch]);
      const checked = await Promise.all(
        due.map(async (route) => ({ ...route, ...(await lookedFor(services, route)) })),
      );
      for (const { id, value, error, isHeld } of checked)
        if (!isHeld)
          await query('select worker.route_proved($1, $2, $3)', [id, value, error ?? null]);
      // While nothing may leave, they stay due.
      if (checked.some(({ isHeld }) => isHeld)) return;
    }
  };
}

/** A proof that may not be looked for now is not lost. */
async function lookedFor(
  services: Pick<OperationServices, 'outbound' | 'box'>,
  route: Due,
): Promise<{ error?: string | null; isHeld?: boolean }> {
  try {
    return { error: await missingProof(services, route) };
  } catch (error) {
    if (error instanceof UnsentError) return { isHeld: true };
    throw error;
  }
}
