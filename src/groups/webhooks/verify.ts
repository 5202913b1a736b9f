import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../ground/errors.ts';
import { sign } from './secret.ts';

const toleranceSeconds = 300;

/** The headers of a route that takes what Standard Webhooks sign. */
export const signedHeaders = {
  'Webhook-Id': 'The id of the message: the same for each retry',
  'Webhook-Timestamp': 'When it was signed, in seconds since 1970; at most 5 minutes ago',
  'Webhook-Signature': '`v1,` and the signature',
};

/**
 * Checks a signature of another system according to Standard Webhooks.
 * @param secrets theirs and ours: of two, either will do while one takes the place of the other. Undefined where there is none yet
 * @returns its id
 * @throws ApiError 403 for a signature that is missing, of another secret, or older than 5 minutes
 */
export function verifySigned(
  headers: IncomingHttpHeaders,
  secrets: string | string[] | undefined,
  body: string | Buffer,
): string {
  const header = (name: string) => String(headers[name] ?? '');
  const [id, time] = [header('webhook-id'), header('webhook-timestamp')];
  const age = Math.abs(Date.now() / 1000 - Number(time));
  const all = [secrets ?? []].flat();
  if (
    all.length === 0 ||
    !/^[\w.:-]{1,200}$/.test(id) ||
    !/^\d{1,12}$/.test(time) ||
    age > toleranceSeconds
  )
    throw unsigned();
  const due = all.map((secret) => Buffer.from(sign([secret], id, Number(time), body)));
  const isOurs = header('webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((given) => due.some((one) => given.length === one.length && timingSafeEqual(given, one)));
  if (!isOurs) throw unsigned();
  return id;
}

const unsigned = () =>
  new ApiError(
    'INVALID_SIGNATURE',
    'The signature is missing, older than 5 minutes or not of this secret.',
  );
