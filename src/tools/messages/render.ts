import type pg from 'pg';
import { portalLink } from './portal-link.ts';
import { maxTemplateLength, type Template, type Texts, templates } from './templates.ts';
import { textOfHtml } from './text-of-html.ts';
import { verifyPage } from './verify-link.ts';

/** The parts of a tenant's mail besides its text: app.messages.mail. */
export interface Envelope {
  to: string[];
  cc?: string[];
  bcc?: string[];
  from?: string;
  from_domain?: string;
  reply_to?: string;
  headers?: Record<string, string>;
  attachments?: unknown[];
  unsubscribe_url?: string;
}

/** A message as worker.messages_claim hands it out. */
export interface Claimed {
  tenant_id: string;
  id: string;
  channel: 'email' | 'sms';
  recipient: string;
  template: string;
  variables: Record<string, unknown>;
  /** Of a mail that the tenant wrote, without those that get none. */
  mail: Envelope | null;
  /** The key that signs mails of the sender domain, sealed. */
  dkim: { domain: string; selector: string; private_key: string } | null;
  attempts: number;
  brand_name: string;
  site_url: string | null;
  /** The tenant's own texts, in place of the default. */
  texts: unknown;
}

export interface Rendered {
  subject: string;
  text: string;
  /** Null for a mail with only text, and for a text message. */
  html: string | null;
  attachments?: Attachment[];
  /** Where answers go, if not to the sender. */
  replyTo?: string;
}

/** A file that goes with a mail. */
export interface Attachment {
  filename: string;
  content: Buffer;
  /** Its media type; by its name if left out. */
  contentType?: string;
  /** The HTML shows it as `cid:<this>`. */
  cid?: string;
}

/** Renders the mails of a template that a group answers for. @param pool as insula_worker */
export type RenderMail = (message: Claimed, pool: pg.Pool) => Promise<Rendered>;

/** Mails of groups by their templates, each loaded when the first one is sent. */
export type GroupMails = Record<string, () => Promise<RenderMail>>;

type Values = Record<string, string>;

const placeholder = /\{\{\s*(\w{1,50})\s*\}\}/g;

const maxSubject = 200;
const maxSms = 1000;

/**
 * Renders a message. Each value is inserted as what it is: escaped in HTML, without line breaks in the subject.
 * @param baseUrl public address of the API, which links lead to
 * @throws Error when there is no such template
 */
export function render(message: Claimed, baseUrl: string): Rendered {
  if (message.template === freeTemplate) return renderFree(message);
  const template: Template | undefined = Object.hasOwn(templates, message.template)
    ? templates[message.template as keyof typeof templates]
    : undefined;
  const own = ownTexts(message.texts);
  if (!template && !own.text && !own.html) throw new Error('There is no such template.');
  const values = valuesOf(message, baseUrl);
  const subject = oneLine(fill(own.subject ?? template?.subject ?? '{{brand_name}}', values));
  if (message.channel === 'sms') {
    const isSms = message.template === 'sms' || message.template === 'phone_change';
    const said = own.sms ?? (isSms ? own.text : undefined) ?? template?.sms;
    const sms = said ?? template?.lines.join('\n') ?? '';
    return { subject, text: cut(fill(sms, values).trim(), maxSms), html: null };
  }
  const isOwn = own.text !== undefined || own.html !== undefined;
  const html = isOwn ? own.html : template && htmlOf(template, values);
  const text = own.text ?? (template ? textOf(template, values) : '');
  return {
    subject: cut(subject, maxSubject),
    text: fill(text, values).trim(),
    html: html === undefined ? null : fillHtml(html, values),
  };
}

/** A mail that brings its own words: nothing in them is a placeholder. */
const freeTemplate = 'message';

function renderFree({ variables: { subject, text, html } }: Claimed): Rendered {
  const page = typeof html === 'string' ? html : null;
  return {
    subject: cut(oneLine(String(subject ?? '')), maxSubject),
    text: typeof text === 'string' || page === null ? String(text ?? '') : textOfHtml(page),
    html: page,
  };
}

function valuesOf(message: Claimed, baseUrl: string): Values {
  const { variables, recipient, channel, brand_name, site_url } = message;
  const given = Object.entries(variables).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
  const link = linkOf(message, baseUrl);
  return {
    email: channel === 'email' ? recipient : '',
    phone: channel === 'sms' ? recipient : '',
    ...Object.fromEntries(given),
    brand_name: oneLine(brand_name),
    site_url: site_url ?? baseUrl,
    ...(link ? { link } : {}),
  };
}

/** Returns the link that proves who reads the address: its type is the template, unless the message names another. */
function linkOf({ variables, template }: Claimed, baseUrl: string): string | undefined {
  const { token, type, redirect_to } = variables;
  if (typeof token !== 'string') return undefined;
  if (template === 'portal' && typeof redirect_to === 'string')
    return portalLink(redirect_to, token);
  return verifyPage(baseUrl, {
    token,
    type: typeof type === 'string' ? type : template,
    redirect_to: typeof redirect_to === 'string' ? redirect_to : undefined,
  });
}

/**
 * Puts in the value of each `{{name}}`, once: what a value says is never taken for a placeholder.
 *
 * It looks like the language of app.template_fill, and is not that: there a value that is missing fails the step, while a
 * mail has to go out whatever its template says, so an unknown name is nothing and braces around anything else are text;
 * and only here does a value have to be escaped, by the part of the message that it stands in.
 */
const fill = (text: string, values: Values): string =>
  text.replace(placeholder, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : '',
  );

function textOf({ lines, action, note }: Template, values: Values): string {
  return [
    ...lines,
    ...(values.link && action ? [`${action}:\n{{link}}`] : []),
    ...(values.otp ? ['Code: {{otp}}'] : []),
    ...(note ? [note] : []),
  ].join('\n\n');
}

const box = 'margin:0 0 16px;line-height:1.5;white-space:pre-line';
const button =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none';

function htmlOf({ lines, action, note }: Template, values: Values): string {
  const parts = [
    ...lines.map((line) => `<p style="${box}">${line}</p>`),
    ...(values.link && action
      ? [`<p style="${box}"><a href="{{link}}" style="${button}">${action}</a></p>`]
      : []),
    ...(values.otp
      ? [`<p style="${box};font-size:28px;letter-spacing:4px"><strong>{{otp}}</strong></p>`]
      : []),
    ...(note ? [`<p style="${box};color:#6b7280;font-size:13px">${note}</p>`] : []),
  ];
  return `<!doctype html>
<html><head><meta charset="utf-8"><title>{{brand_name}}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;color:#111827">
<div style="max-width:520px;margin:0 auto">
${parts.join('\n')}
</div></body></html>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => entities[character] as string);

/** The beginning of an attribute that holds an address, at the end of a text. */
const addressBegun =
  /[\s"'/](?:href|src|action|formaction|background|poster|cite|data)\s*=\s*(?:"([^"]*)|'([^']*)|([^\s"'>]*))$/i;
/** Others run scripts, or show another author's content as the tenant's own. */
const schemes = /^(?:https?|mailto|tel|cid):/i;

/** HTML with its values put in. One that would make an address of another scheme, such as javascript:, is left out. */
function fillHtml(text: string, values: Values): string {
  let filled = '';
  let at = 0;
  for (const match of text.matchAll(placeholder)) {
    filled += text.slice(at, match.index);
    at = match.index + match[0].length;
    const value = fill(match[0], values);
    const begun = addressBegun.exec(filled.slice(-2_100));
    const address = begun && (begun[1] ?? begun[2] ?? begun[3] ?? '') + value;
    if (!address || isAddress(address)) filled += escaped(value);
  }
  return filled + text.slice(at);
}

/** Browsers pass over control characters and spaces in a scheme. */
function isAddress(address: string): boolean {
  const bare = [...address].filter((one) => one > ' ').join('');
  return !/^[^/?#]*:/.test(bare) || schemes.test(bare);
}

/** Removes what would end a header or a log line. */
export const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

const cut = (text: string, length: number): string => {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
};

/** The texts of the tenant that can be used; auth-config checks them when they are written. */
function ownTexts(texts: unknown): Texts {
  if (typeof texts !== 'object' || texts === null) return {};
  return Object.fromEntries(
    Object.entries(maxTemplateLength).flatMap(([name, length]) => {
      const text = (texts as Record<string, unknown>)[name];
      return typeof text === 'string' && text !== '' ? [[name, text.slice(0, length)]] : [];
    }),
  );
}
