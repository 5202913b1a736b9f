import { Readable } from 'node:stream';
import { compute } from '../../../computing/compute.ts';
import { job } from '../../../computing/job.ts';
import { toApiError } from '../../../db/errors.ts';
import { readBytes } from '../../../ground/bodies/body-bytes.ts';
import { ApiError } from '../../../ground/errors.ts';
import { type AnyAnswer, makeAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { isReplyOf, readReplyAddress } from '../../../tools/messages/reply-address.ts';
import { storeInSlot } from '../../files/index.ts';
import { verifySigned } from '../../webhooks/index.ts';
import type { ReadMail } from '../read-mail.ts';

const reading = job<typeof import('../read-mail.ts').readSentMail>(
  'readSentMail',
  new URL('../read-mail.ts', import.meta.url),
);

type MailCall = HandlerCall<{ recipient: string }>;

/** Which ticket a mail answers, and who wrote it. */
interface Said {
  number: number;
  from: string;
  mail_id: string;
}

/** The answer to a mail that adds nothing. */
interface Refusal {
  status: 'duplicate' | 'ignored' | 'wanted';
}

/** POST /v1/inbound-mail/:recipient: an answer to a mail about a ticket, in its raw form. */
export async function receiveMail(call: MailCall): Promise<AnyAnswer> {
  const { args, req, res, services } = call;
  const raw = await readBytes(req, res);
  verifySigned(req.headers, services.config.inboundMail?.secret, raw);
  const mail = await compute(call.caller.tenant, reading, [raw], call.ctx.signal);
  // Whatever its content, and to any receiver: an answer to a machine could go round for ever.
  if (mail.isAutomatic) return ignored('automatic');
  const reply = readReplyAddress(args.recipient);
  if (!reply || !mail.from || !isReplyOf(services.box, reply, mail.from)) throw notTheReader();
  if (!mail.text && mail.files.length === 0) return ignored('empty');
  const said: Said = { number: reply.number, from: mail.from, mail_id: mail.mailId };
  const { status, ...rest } = await call.ask<Refusal>('ticket_mail_check', said);
  if (status !== 'wanted') return makeAnswer({}, JSON.stringify({ status, ...rest }));
  const { ids, missing } = await storeFiles(call, said, mail);
  const body = [mail.text, ...missing].filter(Boolean).join('\n\n') || 'See the attachments.';
  return call.run('ticket_mail_receive', { ...said, body, attachments: ids });
}

/**
 * Makes files of what a mail brings; one that cannot be kept leaves a line with the reason, because the text still
 * counts.
 */
async function storeFiles(call: MailCall, said: Said, { files }: ReadMail) {
  const { storage } = call.services;
  const ids: string[] = [];
  const missing: string[] = [];
  for (const { filename, mimeType, bytes } of files) {
    try {
      const source = Readable.from([bytes]);
      const content = await storage.put(call.caller.tenant, source, { maxBytes: bytes.length });
      const file = { filename, mimeType, content };
      ids.push(
        await storeInSlot(call, file, (declared) =>
          call.ask('ticket_mail_upload', { ...said, ...declared }),
        ),
      );
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.status >= 500) throw thrown;
      missing.push(`[${filename} was not kept: ${error.message}]`);
    }
  }
  return { ids, missing };
}

const ignored = (reason: string): AnyAnswer =>
  makeAnswer({}, JSON.stringify({ status: 'ignored', reason, ticket_id: null }));

const notTheReader = () =>
  new ApiError(
    'FORBIDDEN',
    'This sender never received a mail with this reply address. Reply from the address that received the mail.',
  );
