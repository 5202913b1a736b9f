import { Counter, type Metric } from 'prom-client';
import type { ApiError } from '../errors.ts';

/** Counts of this process, in memory: of what happens where no metrics are at hand. None of them names a tenant. */
const counter = <Name extends string>(name: string, help: string, labelNames: Name[]) =>
  new Counter({ name, help, labelNames, registers: [] });

export const throttled = counter(
  'insula_http_throttled_total',
  'Requests answered with 429, by the limit that was reached',
  ['cause'],
);

/** result: `done`, `failed` (by what it says itself), `interrupted` (an error of our own; it is begun again) */
export const attempts = counter(
  'insula_work_attempts_total',
  'Attempts at queued work that have ended, by kind and result: done, failed, interrupted',
  ['kind', 'result'],
);

export const deliveries = counter(
  'insula_webhook_attempts_total',
  'Attempts to deliver webhooks, by result (delivered, retried, failed) and class of the response',
  ['result', 'answer'],
);

export const messages = counter(
  'insula_messages_total',
  'Attempts to send mails and texts, by result: sent, stored, suppressed, retried, failed',
  ['channel', 'result'],
);

export const impersonations = new Counter({
  name: 'insula_impersonations_total',
  help: 'Sessions in which an operator impersonates a user, as they began',
  registers: [],
});

export const counters: Metric[] = [throttled, attempts, deliveries, messages, impersonations];

/** The limit that was reached when a request was answered 429. */
export function causeOf({ code, limitedBy, extras }: ApiError): string {
  if (limitedBy) return limitedBy;
  const { details } = extras;
  if (details && typeof details === 'object' && 'budget' in details) return 'budget';
  if (code === 'ACCOUNT_LOCKED' || code === 'MFA_LOCKED') return 'sign_in';
  return code === 'CONCURRENCY_LIMITED' ? 'turns' : 'other';
}
