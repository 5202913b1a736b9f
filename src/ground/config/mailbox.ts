import { isIP } from 'node:net';

/** Where a mail comes from. */
export interface Mailbox {
  name: string | undefined;
  address: string;
}

const addressPattern =
  /^[^\s<>@,;:"()[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** One address, with nothing around it that could be taken for another one. */
export const isAddress = (text: string): boolean => addressPattern.test(text);

/** `a@b`, or `Name <a@b>`; undefined for anything else, also for what would be several lines or addresses. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (isAddress(text)) return { name: undefined, address: text };
  const [, name = '', inner = ''] = /^"?([^<>"\r\n]{1,100}?)"?\s*<([^<>\s]+)>$/.exec(text) ?? [];
  return isAddress(inner) ? { name, address: inner } : undefined;
}

/** The sender unless MAIL_FROM names another. */
export function noReplyAt(baseUrl: string): Mailbox {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return { name: undefined, address: `no-reply@${isIP(host) ? 'localhost' : host}` };
}
