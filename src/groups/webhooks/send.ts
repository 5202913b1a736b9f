import type { Box } from '../../credentials/box.ts';
import { lostSecret } from '../../credentials/lost-secret.ts';
import {
  maskHeaders,
  openHeaders,
  SealError,
  withoutSecrets,
} from '../../credentials/secret-headers.ts';
import { ApiError } from '../../ground/errors.ts';
import { version } from '../../ground/machine/version.ts';
import type { Causes } from '../../operations/causation.ts';
import { type Outbound, OutboundError } from '../../outbound/safe-fetch.ts';
import { secretPlace, sign } from './secret.ts';

/** A delivery that is to be sent, as app.delivery_message answers it. */
export interface DeliveryMessage {
  delivery_id: string;
  url: string;
  /** The webhook's own. */
  headers: Record<string, string>;
  event_id: string;
  event_type: string;
  /** From 1 on. */
  attempt: number;
  /** The event, as the bytes that are sent and signed. */
  body: string;
  /** Where the chain began that the event belongs to. */
  root: string;
  /** Sealed; the present one first. */
  secrets: string[];
}

/** The result of an attempt, as app.delivery_end and worker.webhook_end store it. */
export interface Outcome {
  url: string;
  headers: Record<string, string>;
  status: number | null;
  body: string | null;
  duration_ms: number;
  error: string | null;
  /** Seconds that the receiver asks for. */
  retry_after: number | null;
}

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;
const keptBytes = 16 * 1024;

interface SendDeps {
  outbound: Outbound;
  box: Box;
  causes: Causes;
}

/** Sends a delivery once. Whatever happens out there is an outcome, not an error. */
export async function send(
  { outbound, box, causes }: SendDeps,
  tenant: string,
  message: DeliveryMessage,
): Promise<Outcome> {
  const { url, body } = message;
  const began = performance.now();
  const logged = { url, headers: maskHeaders(message.headers) };
  const outcome = { ...logged, status: null, body: null, error: null, retry_after: null };
  const duration = () => ({ duration_ms: Math.round(performance.now() - began) });
  try {
    const secrets = openSecrets(message.secrets, tenant, box);
    const own = openHeaders({ url, headers: message.headers }, message.headers, { box, tenant });
    const headers = {
      ...headersOf({ ...message, headers: own.headers }, secrets, Math.floor(Date.now() / 1000)),
      ...causes.headers(depthOf(body) + 1, message.root),
    };
    outcome.headers = { ...headers, ...outcome.headers };
    const answer = await outbound.of(tenant, 'webhook').fetch(url, {
      method: 'POST',
      headers,
      body,
      timeoutMs,
      maxBytes,
      isBeginningEnough: true,
    });
    return {
      ...outcome,
      ...duration(),
      status: answer.status,
      body: textOf(Buffer.from(withoutSecrets(answer.body.toString('utf8'), own.secrets))),
      error: isSuccess(answer.status) ? null : `It answered ${answer.status}.`,
      retry_after: retryAfter(answer.headers['retry-after']),
    };
  } catch (error) {
    if (error instanceof SealError)
      return {
        ...outcome,
        ...duration(),
        error: 'A secret header cannot be opened any more. Send it again.',
      };
    if (!(error instanceof OutboundError || isLost(error))) throw error;
    return { ...outcome, ...duration(), error: error.message };
  }
}

/** Those that it signs with. Without the present one nothing is sent; a former one that was lost signs no more. */
function openSecrets([present, ...former]: string[], tenant: string, box: Box): string[] {
  return [present, ...former.filter((secret) => secret !== lostSecret)].map((secret) =>
    box.open(tenant, secretPlace, secret as string),
  );
}

const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'SECRET_LOST';

/** The headers of Standard Webhooks, beside those of the webhook's owner. */
export function headersOf(
  { headers, event_id, event_type, attempt, body }: DeliveryMessage,
  secrets: string[],
  timestamp: number,
): Record<string, string> {
  // The same for every webhook and every attempt: a receiver that knows it has had the event.
  const id = `msg_${event_id.slice(-32)}`;
  return {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `Insula-Webhooks/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(secrets, id, timestamp, body),
    'x-event-type': event_type,
    'x-webhook-attempt': String(attempt),
  };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const depthOf = (body: string): number => Number(JSON.parse(body).causation_depth) || 0;

/** The beginning of an answer, as a text that can be kept: a receiver may answer any bytes. */
export function textOf(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes.subarray(0, keptBytes)).replaceAll('\0', '');
  // Invalid UTF-8 became longer when it was replaced.
  const kept = Buffer.from(text).subarray(0, keptBytes);
  return new TextDecoder().decode(kept, { stream: true });
}

/** Seconds to wait, of a number or a date (RFC 9110, 10.2.3); null for anything else. */
export function retryAfter(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000);
  return seconds > 0 ? Math.min(seconds, 86_400) : null;
}
