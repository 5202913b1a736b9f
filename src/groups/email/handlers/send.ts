import { parseMailbox } from '../../../ground/config/mailbox.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { functionOf } from '../../../operations/route.ts';
import { type Mail, maxAttachedBytes, maxRecipients } from '../mail-shapes.ts';
import { unsubscribeUrl } from '../unsubscribe-token.ts';

type SendCall = Pick<HandlerCall, 'services' | 'caller' | 'ask'>;
interface Attached {
  filename: string;
  mime_type: string;
  size_bytes: number;
  content_base64: string;
}

const maxAheadMs = 30 * 24 * 3600 * 1000;

/** POST /v1/email/send */
export async function sendMail(call: HandlerCall<Mail>): Promise<AnyAnswer> {
  return call.run(functionOf(call.route), await prepare(call, call.args, ''));
}

/** POST /v1/email/batch */
export async function sendMails(call: HandlerCall<{ emails: Mail[] }>): Promise<AnyAnswer> {
  const emails: object[] = [];
  let bytes = 0;
  for (const [n, mail] of call.args.emails.entries()) {
    const prepared = await prepare(call, mail, `emails[${n}].`);
    for (const { size_bytes } of prepared.attachments) bytes += size_bytes;
    if (bytes > maxAttachedBytes) throw tooMuch(`emails[${n}].attachments`);
    emails.push(prepared);
  }
  return call.run(functionOf(call.route), { emails });
}

/** A mail with what only this process knows: the bytes of files, the domain that it comes from, and the link that ends it. */
async function prepare(call: SendCall, mail: Mail, path: string) {
  const { services, caller } = call;
  const { config, box } = services;
  const { to, cc, bcc } = eachOnce(mail);
  const all = [...to, ...cc, ...bcc];
  if (all.length > maxRecipients)
    throw ApiError.invalid(`${path}to`, 'too_big', `must be at most ${maxRecipients} with cc, bcc`);
  if (mail.scheduled_at && Date.parse(mail.scheduled_at) > Date.now() + maxAheadMs)
    throw ApiError.invalid(`${path}scheduled_at`, 'too_big', 'must be within 30 days');
  const from = mail.from === undefined ? undefined : parseMailbox(mail.from)?.address;
  const isOwn = from !== undefined && from.toLowerCase() !== config.mailFrom.address.toLowerCase();
  return {
    ...mail,
    to,
    cc: cc.length > 0 ? cc : undefined,
    bcc: bcc.length > 0 ? bcc : undefined,
    attachments: await attach(call, mail.attachments ?? [], path),
    ...(isOwn ? { from_domain: from.slice(from.indexOf('@') + 1).toLowerCase() } : {}),
    // A mail to several could not name its reader.
    ...(all.length === 1
      ? {
          unsubscribe_url: unsubscribeUrl(
            { box, baseUrl: config.baseUrl },
            caller.tenant,
            all[0] ?? '',
          ),
        }
      : {}),
  };
}

/** The recipients of a mail, each in the first place that names it: to, then cc, then bcc. */
function eachOnce({ to, cc = [], bcc = [] }: Mail): Record<'to' | 'cc' | 'bcc', string[]> {
  const named = new Set<string>();
  const fresh = (address: string) => {
    const one = address.toLowerCase();
    return !named.has(one) && named.add(one);
  };
  return { to: to.filter(fresh), cc: cc.filter(fresh), bcc: bcc.filter(fresh) };
}

async function attach(
  call: SendCall,
  attachments: NonNullable<Mail['attachments']>,
  path: string,
): Promise<Attached[]> {
  const attached: Attached[] = [];
  let bytes = 0;
  for (const [n, { filename = '', file_id, content_base64 = '' }] of attachments.entries()) {
    const place = `${path}attachments[${n}]`;
    const one =
      file_id === undefined
        ? {
            filename,
            mime_type: 'application/octet-stream',
            size_bytes: Buffer.byteLength(content_base64, 'base64'),
            content_base64,
          }
        : await fileOf(call, file_id, filename, maxAttachedBytes - bytes, place);
    bytes += one.size_bytes;
    if (bytes > maxAttachedBytes) throw tooMuch(place);
    attached.push(one);
  }
  return attached;
}

/** A file that the caller may read, as it is now. */
async function fileOf(
  { ask, services }: SendCall,
  file_id: string,
  filename: string,
  room: number,
  place: string,
): Promise<Attached> {
  type Content = Omit<Attached, 'content_base64'> & { storage_key: string };
  const file = await ask<Content>('file_content', { file_id });
  if (file.size_bytes > room) throw tooMuch(place);
  const content = await services.storage.read(file.storage_key);
  return {
    filename: filename || file.filename,
    mime_type: file.mime_type,
    size_bytes: content.length,
    content_base64: content.toString('base64'),
  };
}

const tooMuch = (path: string): ApiError =>
  ApiError.invalid(path, 'too_big', 'The attachments have more than 10 MB together.');
