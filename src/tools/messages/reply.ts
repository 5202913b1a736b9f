import type { Box } from '../../credentials/box.ts';
import type { Claimed, Rendered } from './render.ts';
import { replyAddress } from './reply-address.ts';

/** Stands above the words of a mail that can be answered: what is below it is ours, not the answer. */
export const replyLine = '--- Write your answer above this line ---';

/** Where answers to mails arrive. */
export interface ReplyWay {
  box: Box;
  domain: string;
}

const isTenant = (id: string) => /^ten_[0-9a-f]{32}$/.test(id);

/** Makes a mail about a ticket one that can be answered; leaves all others as they are. */
export function withReply(
  way: ReplyWay | undefined,
  { tenant_id: tenant, recipient: reader, variables: { ticket }, channel }: Claimed,
  content: Rendered,
): Rendered {
  if (!way || channel !== 'email' || typeof ticket !== 'number' || !isTenant(tenant))
    return content;
  return {
    ...content,
    text: `${replyLine}\n\n${content.text}`,
    html: content.html && lined(content.html),
    replyTo: replyAddress(way, { tenant, number: ticket, reader }),
  };
}

const lined = (html: string): string => {
  const line = `<p style="color:#6b7280;font-size:13px">${replyLine}</p>`;
  const [body] = /<body\b[^<>]*>/i.exec(html) ?? [];
  return body ? html.replace(body, () => `${body}\n${line}`) : `${line}\n${html}`;
};
