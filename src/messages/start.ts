import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { Box } from '../credentials/box.ts';
import type { OutboundHold } from '../outbound/hold.ts';
import { outboundOf } from '../outbound/safe-fetch.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { Lookout } from '../worker/lookout.ts';
import type { Poll } from '../worker/poll.ts';
import { smtpChannel } from './mailer.ts';
import type { GroupMails } from './render.ts';
import { lanes, startSender } from './sender.ts';
import { smsChannel } from './texter.ts';

/** Mails and texts, each on its own: a mail server that hangs holds no text back. */
export function startMessages(
  deps: {
    config: Config;
    pool: pg.Pool;
    log: Logger;
    room: DiskRoom;
    lookout: Lookout;
    hold: OutboundHold;
  },
  groups: Array<{ mails?: GroupMails }>,
): Pick<Poll, 'stop'> & { senders: Poll[] } {
  const { config, ...queues } = deps;
  const { smtpUrl, smsWebhookUrl, mailFrom, inboundMail } = config;
  const box = new Box(config.encryptionKey);
  const isTerminal = process.stdout.isTTY === true;
  const mails: GroupMails = Object.assign({}, ...groups.map((group) => group.mails));
  const replies = inboundMail && { box, domain: inboundMail.domain };
  const shared = { ...queues, mails, replies, baseUrl: () => config.baseUrl, isTerminal };
  const senders = [
    startSender({
      ...shared,
      channel: 'email',
      way: smtpUrl ? smtpChannel(smtpUrl, mailFrom, lanes, box) : undefined,
    }),
    startSender({
      ...shared,
      channel: 'sms',
      way: smsWebhookUrl ? smsChannel(smsWebhookUrl, outboundOf(config, deps.hold)) : undefined,
    }),
  ];
  return {
    senders,
    async stop() {
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}
