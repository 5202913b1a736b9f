import { randomUUID } from 'node:crypto';
import { Box } from '../../src/credentials/box.ts';
import { sign } from '../../src/groups/webhooks/secret.ts';
import { replyAddress } from '../../src/tools/messages/reply-address.ts';
import type { Answer, TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';

/** Signs mails that arrive in tests. */
export const mailSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Has a server take mails that are signed with `mailSecret`, while something is done. */
export async function takingMails<T>(
  { config }: Pick<TestServer, 'config'>,
  work: () => Promise<T>,
): Promise<T> {
  config.inboundMail = { domain: 'reply.example.com', secret: mailSecret };
  try {
    return await work();
  } finally {
    config.inboundMail = undefined;
  }
}

interface Way {
  id?: string;
  time?: number;
  secret?: string;
}

/** Posts a mail as a mail server does: raw, and signed. */
export function arrive(
  api: TenantClient,
  recipient: string,
  raw: string | Buffer,
  { id = randomUUID(), time = Math.floor(Date.now() / 1000), secret = mailSecret }: Way = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = Buffer.from(raw);
  return api.as(undefined).send('POST', `/v1/inbound-mail/${encodeURIComponent(recipient)}`, {
    body,
    headers: {
      ...headers,
      'content-type': 'message/rfc822',
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': sign([secret], id, time, body),
    },
  });
}

/** A mail of plain text as a mail program sends it. */
export const mailOf = (
  from: string,
  text: string,
  headers: string[] = [`Message-ID: <${randomUUID()}@example.com>`],
): string =>
  [`From: Ada <${from}>`, 'To: t@reply.example.com', 'Subject: Re: Answer', ...headers, '', text]
    .join('\n')
    .replaceAll('\n', '\r\n');

/** The address that answers to a mail about a ticket go to. */
export const addressFor = (
  { config }: Pick<TestServer, 'config'>,
  tenant: string,
  number: number,
  reader: string,
): string => {
  const box = new Box(config.encryptionKey);
  return replyAddress({ box, domain: 'reply.example.com' }, { tenant, number, reader });
};
