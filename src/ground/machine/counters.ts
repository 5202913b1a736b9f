import { Counter, Histogram, type Metric } from 'prom-client';
import type { ApiError } from '../errors.ts';

/** See app.operation_kind. */
export const operationKinds = ['backup', 'verification', 'restore', 'diff', 'migration'] as const;

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

/** Calls to other servers by HTTP. kind: on whose behalf; result: `1xx` to `5xx`, or why there was no answer */
export const outboundRequests = counter(
  'insula_outbound_requests_total',
  'Calls to other servers, by what made them and the result: class of the answer, refused (not allowed), unsent (held, or off for the tenant), failed',
  ['kind', 'result'],
);

export const platformAuthFailures = new Counter({
  name: 'insula_platform_auth_failed_total',
  help: 'Calls with a platform key that is unknown, expired, revoked, or not allowed from their address',
  registers: [],
});

export const operationFailures = counter(
  'insula_operation_failed_total',
  'Operations that failed, by kind, counted by the worker that ended them: backup, verification, restore, diff, migration',
  ['kind'],
);
/** An alert that watches a rise needs the series before the first failure. */
for (const kind of operationKinds) operationFailures.inc({ kind }, 0);

export const operationSeconds = new Histogram({
  name: 'insula_operation_seconds',
  help: 'How long operations took that were completed, by kind',
  labelNames: ['kind'],
  buckets: [1, 10, 60, 300, 1_800, 7_200, 43_200],
  registers: [],
});

export const spansDropped = new Counter({
  name: 'insula_trace_spans_dropped_total',
  help: 'Spans of traces that the collector did not take',
  registers: [],
});

export const counters: Metric[] = [
  ...[throttled, attempts, deliveries, messages, impersonations],
  ...[outboundRequests, platformAuthFailures, operationFailures, operationSeconds],
  spansDropped,
];

/** The limit that was reached when a request was answered 429. */
export function causeOf({ code, limitedBy, extras }: ApiError): string {
  if (limitedBy) return limitedBy;
  const { details } = extras;
  if (details && typeof details === 'object' && 'budget' in details) return 'budget';
  if (code === 'ACCOUNT_LOCKED' || code === 'MFA_LOCKED') return 'sign_in';
  return code === 'CONCURRENCY_LIMITED' ? 'turns' : 'other';
}
