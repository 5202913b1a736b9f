import { createHash } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import { ApiError } from '../../ground/errors.ts';
import { nfc } from '../../ground/shapes/canonical.ts';
import { replyLine } from '../../tools/messages/reply.ts';
import { textOfHtml } from '../../tools/messages/text-of-html.ts';

/** A mail as an answer in a ticket. */
export interface ReadMail {
  /** Null for one that names several senders, or none. */
  from: string | null;
  /** A fingerprint of its Message-ID: the same for a mail that comes twice. */
  mailId: string;
  /** Written by a machine (RFC 3834), or to a list: it is never answered, and answers nothing. */
  isAutomatic: boolean;
  /** Without what it quotes. */
  text: string;
  files: Array<{ filename: string; mimeType: string; bytes: Buffer }>;
}

const maxText = 20_000;
const maxFiles = 10;

/** Reads a mail in its raw form (RFC 5322). @throws ApiError 400 for an invalid one */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const mail = await parse(raw);
  const [sender, ...others] = mail.from?.value ?? [];
  const all = mail.attachments.filter(({ related }) => !related);
  return {
    from: sender?.address && others.length === 0 ? sender.address.toLowerCase() : null,
    mailId: createHash('sha256')
      .update(mail.messageId ?? raw)
      .digest('hex'),
    isAutomatic: isAutomatic(mail),
    text: nfc(unquoted(mail.text ?? (mail.html ? textOfHtml(mail.html) : '')).slice(0, maxText)),
    files: all.slice(0, maxFiles).map(({ filename, contentType, content }, at) => ({
      filename: nfc(filename || `attachment-${at + 1}`),
      mimeType: contentType,
      bytes: content,
    })),
  };
}

/** The same for bytes that another process has sent. */
export const readSentMail = (raw: Uint8Array): Promise<ReadMail> =>
  readMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));

async function parse(raw: Buffer): Promise<ParsedMail> {
  // Loaded where mails arrive.
  const { simpleParser } = await import('mailparser');
  try {
    return await simpleParser(raw, { skipHtmlToText: true, skipImageLinks: true });
  } catch (cause) {
    throw ApiError.invalid('body', 'invalid', `is not a mail: ${(cause as Error).message}`);
  }
}

function isAutomatic({ headers }: ParsedMail): boolean {
  const said = (name: string) => String(headers.get(name) ?? '').toLowerCase();
  return (
    !/^(no)?$/.test(said('auto-submitted')) ||
    /^(bulk|junk|list|auto_reply)$/.test(said('precedence')) ||
    ['list', 'x-autoreply', 'x-autorespond', 'x-loop'].some((name) => headers.has(name)) ||
    /report/.test(typeOf(headers.get('content-type')))
  );
}

const typeOf = (header: unknown): string =>
  typeof header === 'object' && header !== null && 'value' in header ? String(header.value) : '';

/** The text above our line, without the line that announces the quotation, and without a quotation below. */
function unquoted(text: string): string {
  const [above = ''] = text.split(new RegExp(`^.*${replyLine}`, 'm'), 1);
  const lines = above.trimEnd().split('\n');
  const isQuoted = (line = '') => /^\s*(>|$)/.test(line);
  while (lines.length > 0 && isQuoted(lines.at(-1))) lines.pop();
  // "On Monday Ada wrote:", in any language.
  if (above.length < text.length && /:\s*$/.test(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n').trim();
}
