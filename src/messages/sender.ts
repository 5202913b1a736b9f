import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../db/ask.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import { type Poll, startPoll } from '../worker/poll.ts';
import { type Channel, DeliveryError } from './delivery.ts';
import { type Claimed, type GroupMails, type Rendered, render } from './render.ts';

const everyMs = 250;
/** Tenants of one round, and messages of each: so each has its turn, whatever others have queued. */
const tenantsPerRound = 5;
const perTenant = 5;
/** Messages that are sent at the same time. */
export const lanes = 5;
/** As in worker.message_end, for one that ended its worker each time. */
const maxAttempts = 5;
/** Messages not begun by then are left: they are due again two minutes after they were taken, for any worker. */
const startWithinMs = 50_000;

interface Sender {
  pool: pg.Pool;
  log: Logger;
  room: DiskRoom;
  channel: 'email' | 'sms';
  /** Undefined: there is nowhere to send to, so messages are kept, to be read at GET /v1/email. */
  way: Channel | undefined;
  /** Whether the log is a terminal, where the codes and links in messages that are kept may be shown. */
  isTerminal: boolean;
  mails: GroupMails;
  /** Where links lead; asked each time, because a server may learn its port late. */
  baseUrl: () => string;
}

interface Outcome {
  status: 'sent' | 'stored' | 'failed' | 'retry';
  content: Rendered | null;
  error: string | null;
}

/**
 * Sends the queued messages of a channel; looks four times a second. A message is taken in one transaction and ended in
 * another: what a killed worker leaves is due again two minutes later, so each is sent at least once.
 */
export function startSender(sender: Sender): Poll {
  let after = '';
  const round = async (ending: AbortSignal) => {
    const due = await ask<{ tenants: string[]; next: string }>(
      sender.pool,
      'select worker.messages_due($1, $2, $3) as answer',
      [sender.channel, after, tenantsPerRound],
    );
    after = due.next;
    const began = performance.now();
    const claimed: Claimed[] = [];
    for (const tenant of due.tenants) claimed.push(...(await claim(sender, tenant)));
    const queue = claimed.values();
    const lane = async () => {
      for (const message of queue) {
        if (ending.aborted || performance.now() - began > startWithinMs) return;
        await deliver(sender, message);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return claimed.length > 0 || due.next !== '';
  };
  const poll = startPoll(`sender of ${sender.channel}`, everyMs, round, sender.log, sender.room);
  return {
    nudge: poll.nudge,
    async stop() {
      await poll.stop();
      sender.way?.close();
    },
  };
}

const claim = async ({ pool, channel }: Sender, tenant: string): Promise<Claimed[]> =>
  (await ask<Claimed[] | null>(pool, 'select worker.messages_claim($1, $2, $3) as answer', [
    tenant,
    channel,
    perTenant,
  ])) ?? [];

async function deliver(sender: Sender, message: Claimed): Promise<void> {
  const { status, content, error } = await attempt(sender, message);
  const { attachments: _, ...said } = content ?? {};
  await sender.pool.query('select worker.message_end($1, $2, $3, $4, $5, $6)', [
    message.tenant_id,
    message.id,
    message.attempts,
    status,
    content && JSON.stringify(said),
    error,
  ]);
}

async function attempt(sender: Sender, message: Claimed): Promise<Outcome> {
  const { log, way } = sender;
  const { id, tenant_id, attempts } = message;
  if (attempts > maxAttempts)
    return { status: 'failed', content: null, error: 'Every attempt to send it was interrupted.' };
  let content: Rendered | null = null;
  try {
    const own = sender.mails[message.template];
    content = own ? await (await own())(message, sender.pool) : render(message, sender.baseUrl());
    if (way) await way.send(message, content);
    else noteKept(sender, message, content);
    return { status: way ? 'sent' : 'stored', content, error: null };
  } catch (err) {
    log.warn({ err, message_id: id, tenant_id, attempts }, 'a message could not be sent');
    const isFinal = err instanceof DeliveryError ? err.isFinal : content === null;
    const error = err instanceof DeliveryError || !content ? (err as Error).message : 'It failed.';
    return { status: isFinal ? 'failed' : 'retry', content, error };
  }
}

/** Codes and links are secrets: a log that others may read only says where they are. */
function noteKept({ log, channel, isTerminal }: Sender, message: Claimed, content: Rendered): void {
  const { id, tenant_id, recipient } = message;
  const kept = `${channel} for ${recipient}: stored, because there is nowhere to send it`;
  if (isTerminal)
    log.info({ message_id: id, tenant_id, subject: content.subject, text: content.text }, kept);
  else log.info({ message_id: id, tenant_id }, `${kept}. Read it at GET /v1/email/${id}`);
}
