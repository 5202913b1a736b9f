import type pg from 'pg';
import type { Logger } from 'pino';
import type { OperationServices } from '../../operations/operation.ts';
import type { Lookout } from '../../pulse/lookout.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { DiskRoom } from '../../storage/disk-room.ts';
import { smtpChannel } from './mailer.ts';
import type { GroupMails } from './render.ts';
import { lanes, startSender } from './sender.ts';
import { smsChannel } from './texter.ts';

/** Mails and texts, each on its own: a mail server that hangs holds no text back. */
export function startMessages(
  deps: {
    pool: pg.Pool;
    log: Logger;
    room: DiskRoom;
    lookout: Lookout;
    services: Pick<OperationServices, 'config' | 'box' | 'outbound' | 'hold'>;
  },
  groups: Array<{ mails?: GroupMails }>,
): Pick<Poll, 'stop'> & { senders: Poll[] } {
  const { services, ...rest } = deps;
  const { config, box, outbound, hold } = services;
  const queues = { ...rest, hold };
  const { smtpUrl, smsWebhookUrl, mailFrom, inboundMail } = config;
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
      way: smsWebhookUrl ? smsChannel(smsWebhookUrl, outbound) : undefined,
    }),
  ];
  return {
    senders,
    async stop() {
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}
