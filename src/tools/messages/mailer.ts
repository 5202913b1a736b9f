import { createRequire } from 'node:module';
import type { Box } from '../../credentials/box.ts';
import { dkimPlace } from '../../credentials/places.ts';
import { isAddress, type Mailbox, parseMailbox } from '../../ground/config/mailbox.ts';
import { type Channel, DeliveryError } from './delivery.ts';
import { type Claimed, oneLine, type Rendered } from './render.ts';

const require = createRequire(import.meta.url);
const timeoutMs = 45_000;

interface SmtpError extends Error {
  code?: string;
  response?: string;
  responseCode?: number;
}

/** Mails by SMTP, over a few connections that are kept while there is something to send. */
export function smtpChannel(
  smtpUrl: string,
  from: Mailbox,
  connections: number,
  box: Box,
): Channel {
  // Loaded where there is a mail server to speak to.
  const { createTransport } = require('nodemailer') as typeof import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    // Attempts are counted in the database; this one is for a kept connection that the server has closed.
    maxRequeues: 1,
    idleTimeout: 10_000,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    dnsTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The mail under way fails by itself; without a listener an idle connection that breaks would end the process.
  transport.on('error', () => {});
  return {
    async send(message, content) {
      const mail = mailOf(message, content, from);
      if (![mail.to, mail.cc, mail.bcc].flat().every(({ address }) => isAddress(address)))
        throw notAnAddress();
      const signature = signatureOf(message, box);
      try {
        await transport.sendMail({ ...mail, ...signature });
      } catch (error) {
        throw explain(error as SmtpError);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Names and addresses are given apart, so that none of them can be taken for several, or for a header. */
function mailOf({ id, recipient, brand_name, mail }: Claimed, content: Rendered, server: Mailbox) {
  const own = mail?.from === undefined ? undefined : parseMailbox(mail.from);
  const from = own ?? server;
  const reply = mail?.reply_to ?? content.replyTo;
  const replyTo = reply === undefined ? undefined : parseMailbox(reply);
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return {
    from: {
      name: own ? (own.name ?? '') : (server.name ?? oneLine(brand_name).slice(0, 100)),
      address: from.address,
    },
    to: boxesOf(mail?.to ?? [recipient]),
    cc: boxesOf(mail?.cc),
    bcc: boxesOf(mail?.bcc),
    ...(replyTo && { replyTo: { name: replyTo.name ?? '', address: replyTo.address } }),
    // The same with every attempt: a mail that arrives twice can be told.
    messageId: `<${id}@${domain}>`,
    headers: { ...mail?.headers, ...unsubscribeOf(mail), 'Auto-Submitted': 'auto-generated' },
    subject: content.subject,
    text: content.text,
    ...(content.html === null ? {} : { html: content.html }),
    ...(content.attachments ? { attachments: content.attachments } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  };
}

const boxesOf = (addresses: string[] = []) => addresses.map((address) => ({ name: '', address }));

/** One click ends it (RFC 8058). */
const unsubscribeOf = (mail: Claimed['mail']): Record<string, string> =>
  mail?.unsubscribe_url === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${mail.unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** @throws DeliveryError for a mail from a domain that the tenant no longer has */
function signatureOf({ tenant_id, mail, dkim }: Claimed, box: Box) {
  if (mail?.from_domain === undefined) return {};
  if (!dkim)
    throw new DeliveryError('The domain that it comes from is not proved any more.', {
      isFinal: true,
    });
  const { domain, selector, private_key } = dkim;
  return {
    dkim: {
      domainName: domain,
      keySelector: selector,
      privateKey: box.open(tenant_id, dkimPlace, private_key),
    },
  };
}

const notAnAddress = (cause?: unknown) =>
  new DeliveryError('No mail can be sent to this address.', { isFinal: true, cause });

/** Codes of nodemailer for errors that would happen to any other mail as well. */
const aboutServer = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH']);

function explain(error: SmtpError): DeliveryError {
  const { code, response, responseCode = 0 } = error;
  if (code !== 'EAUTH' && response && responseCode >= 400) {
    // RFC 5321: 5yz is for good; 503 is about the session.
    const isFinal = responseCode >= 500 && responseCode !== 503;
    const said = oneLine(response).slice(0, 300);
    return new DeliveryError(`The mail server said: ${said}`, { isFinal, cause: error });
  }
  if (code === 'EENVELOPE') return notAnAddress(error);
  return new DeliveryError('The mail server could not be reached, or did not accept the mail.', {
    cause: error,
    ...(code && aboutServer.has(code) ? { away: 'mail server' } : {}),
  });
}
