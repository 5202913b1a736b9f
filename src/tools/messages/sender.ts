import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../../db/ask.ts';
import { messages } from '../../ground/machine/counters.ts';
import { HeldError, type OutboundHold } from '../../outbound/hold.ts';
import { outagesOf } from '../../pulse/log.ts';
import type { Lookout } from '../../pulse/lookout.ts';
import { type Poll, startPoll } from '../../pulse/poll.ts';
import type { DiskRoom } from '../../storage/disk-room.ts';
import { type Channel, DeliveryError } from './delivery.ts';
import type { Attachment, Claimed, GroupMails, Rendered } from './render.ts';
import { renderBeside } from './render-beside.ts';
import { type ReplyWay, withReply } from './reply.ts';

/** The lookout wakes it; by itself it only makes sure that nothing stays behind. */
const pace = { everyMs: 5_000, restMs: () => 60_000 };
/** Tenants of one round, and messages of each: so each has its turn, whatever others have queued. */
const tenantsPerRound = 5;
const perTenant = 5;
/** Messages that are sent at the same time. */
export const lanes = 5;
/** As in worker.message_end, for one that ended its worker each time. */
const maxAttempts = 5;
/** Messages not begun by then are left: they are due again at once, for any worker. */
const startWithinMs = 50_000;
/** Longer than any server may take for a message. */
const stuckMs = 60_000;
/** How often messages that were taken are held; worker.messages_hold does so for three times as long. */
const holdEveryMs = 8_000;

interface Sender {
  pool: pg.Pool;
  log: Logger;
  room: DiskRoom;
  lookout: Lookout;
  /** Whether nothing may leave for now. */
  hold: OutboundHold;
  channel: 'email' | 'sms';
  /** Undefined: there is nowhere to send to, so messages are kept, to be read at GET /v1/email. */
  way: Channel | undefined;
  /** Whether the log is a terminal, where the codes and links in messages that are kept may be shown. */
  isTerminal: boolean;
  mails: GroupMails;
  /** Where answers arrive; undefined: nowhere. */
  replies: ReplyWay | undefined;
  /** Where links lead; asked each time, because a server may learn its port late. */
  baseUrl: () => string;
}

interface Outcome {
  status: 'sent' | 'stored' | 'failed' | 'suppressed' | 'retry';
  content: Rendered | null;
  error: string | null;
}

/**
 * Sends the queued messages of a channel. A message is taken in one transaction and ended in
 * another, and held meanwhile: what a killed worker leaves is due again within 25 seconds, so each is sent at least once.
 */
export function startSender(sender: Sender): Poll {
  let after = '';
  const round = async (ending: AbortSignal, goesOn: () => void) => {
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
        // One that is held is taken again after the hold.
        await deliver(sender, message).catch((err) => {
          if (!(err instanceof HeldError)) throw err;
        });
        goesOn();
      }
    };
    const holding = setInterval(() => void hold(sender, claimed), holdEveryMs);
    try {
      await Promise.all(Array.from({ length: lanes }, lane));
    } finally {
      clearInterval(holding);
    }
    // Some may be due again later.
    if (claimed.length > 0) sender.lookout.stir();
    return claimed.length > 0 || due.next !== '';
  };
  const poll = startPoll(
    `sender of ${sender.channel}`,
    pace,
    round,
    sender.log,
    sender.room,
    stuckMs,
  );
  sender.lookout.add(sender.channel, poll.nudge);
  return {
    ...poll,
    name: sender.channel,
    async stop() {
      await poll.stop();
      sender.way?.close();
    },
  };
}

async function claim({ pool, log, channel }: Sender, tenant: string): Promise<Claimed[]> {
  const statement = 'select worker.messages_claim($1, $2, $3) as answer';
  try {
    return (await ask<Claimed[] | null>(pool, statement, [tenant, channel, perTenant])) ?? [];
  } catch (err) {
    // Values of the tenant, such as settings that came with a snapshot, must not keep others from their turn.
    if (!/^(22|P0)/.test((err as pg.DatabaseError).code ?? '')) throw err;
    log.error({ err, tenant_id: tenant, channel }, 'the messages of a tenant could not be taken');
    return [];
  }
}

/** Says that messages which were taken are still being sent; those that have ended are passed over. */
async function hold({ pool, log }: Sender, claimed: Claimed[]): Promise<void> {
  const held = Map.groupBy(claimed, ({ tenant_id }) => tenant_id);
  try {
    for (const [tenant, messages] of held) {
      const taken = messages.map(({ id, attempts }) => ({ id, attempts }));
      await pool.query('select worker.messages_hold($1, $2)', [tenant, JSON.stringify(taken)]);
    }
  } catch (err) {
    log.warn({ err }, 'messages could not be held: another worker may also send them');
  }
}

async function deliver(sender: Sender, message: Claimed): Promise<void> {
  const { status, content, error } = await attempt(sender, message);
  const { attachments: _, replyTo: __, ...said } = content ?? {};
  const isLast = message.attempts >= maxAttempts;
  const result = status === 'retry' ? (isLast ? 'failed' : 'retried') : status;
  messages.inc({ channel: sender.channel, result });
  await sender.pool.query('select worker.message_end($1, $2, $3, $4, $5, $6)', [
    message.tenant_id,
    message.id,
    message.attempts,
    status,
    content && JSON.stringify(said),
    error,
  ]);
}

const receivers = { email: 'mail server', sms: 'SMS webhook' } as const;

async function attempt(sender: Sender, message: Claimed): Promise<Outcome> {
  const { log, way } = sender;
  const { id, tenant_id, attempts } = message;
  if (attempts > maxAttempts)
    return { status: 'failed', content: null, error: 'Every attempt to send it was interrupted.' };
  if (message.mail?.to.length === 0 && !message.mail.cc?.length && !message.mail.bcc?.length)
    return { status: 'suppressed', content: null, error: 'Every recipient is suppressed.' };
  let content: Rendered | null = null;
  try {
    const own = sender.mails[message.template];
    const words = own
      ? await (await own())(message, sender.pool)
      : await renderBeside(message, sender.baseUrl());
    content = withReply(sender.replies, message, words);
    if (message.mail?.attachments?.length)
      content.attachments = await attachmentsOf(sender, message);
    if (way) {
      await sender.hold.requireOpen(tenant_id);
      await way.send(message, content);
      outagesOf(log)?.works(receivers[sender.channel]);
    } else noteKept(sender, message, content);
    return { status: way ? 'sent' : 'stored', content, error: null };
  } catch (err) {
    if (err instanceof HeldError) throw err;
    log.warn({ err, message_id: id, tenant_id, attempts }, 'a message could not be sent');
    const isFinal = err instanceof DeliveryError ? err.isFinal : content === null;
    const error = err instanceof DeliveryError || !content ? (err as Error).message : 'It failed.';
    return { status: isFinal ? 'failed' : 'retry', content, error };
  }
}

/** The attachments of a mail. Its bytes are read when it goes out: a queue of mails holds none in memory. */
async function attachmentsOf({ pool }: Sender, { tenant_id, id }: Claimed): Promise<Attachment[]> {
  type Row = { filename: string; mime_type: string; content_base64: string };
  const rows = await ask<Row[] | null>(
    pool,
    'select worker.message_attachments($1, $2) as answer',
    [tenant_id, id],
  );
  return (rows ?? []).map(({ filename, mime_type, content_base64 }) => ({
    filename,
    contentType: mime_type,
    content: Buffer.from(content_base64, 'base64'),
  }));
}

/** Codes and links are secrets: a log that others may read only names their place. */
function noteKept({ log, channel, isTerminal }: Sender, message: Claimed, content: Rendered): void {
  const { id, tenant_id, recipient } = message;
  const kept = `${channel} for ${recipient}: stored, because there is nowhere to send it`;
  if (isTerminal)
    log.info({ message_id: id, tenant_id, subject: content.subject, text: content.text }, kept);
  else log.info({ message_id: id, tenant_id }, `${kept}. Read it at GET /v1/email/${id}`);
}
