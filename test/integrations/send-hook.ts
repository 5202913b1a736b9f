import { sign } from '../../src/groups/webhooks/secret.ts';
import type { Client } from '../support/api.ts';

let sent = 0;

/** Sends a message to an integration, signed; each under an id of its own unless `given` names one. */
export function sendHook(
  api: Client,
  given: {
    id: string;
    secret: string;
    body?: unknown;
    messageId?: string;
    headers?: Record<string, string>;
    /** By how many seconds the clock of the sender is behind. */
    late?: number;
  },
) {
  const { id, secret, body = { code: 'h1' }, late = 0, headers = {} } = given;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const messageId = given.messageId ?? `msg_${++sent}`;
  const time = Math.floor(Date.now() / 1000) - late;
  return api.as(undefined).send('POST', `/hooks/${id}`, {
    body: text,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(time),
      'webhook-signature': sign([secret], messageId, time, text),
      ...headers,
    },
  });
}
