import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { escapeHtml } from '../../../tools/answers/html.ts';
import { sendPage } from '../../../tools/answers/page.ts';
import { openToken } from '../unsubscribe-token.ts';

type Unsubscribe = HandlerCall<{ token: string }>;

/** GET: asks first, because programs also follow links. */
export async function showUnsubscribe(call: Unsubscribe): Promise<undefined> {
  const { address } = open(call);
  sendPage(call.res, call.ctx, {
    status: 200,
    title: 'Unsubscribe',
    formAction: "'self'",
    body: `<h1>Unsubscribe</h1>
  <p class="lead">Shall ${escapeHtml(address)} get no more of these emails?</p>
  <form method="post"><button class="button">Unsubscribe</button></form>`,
  });
}

/** POST: a press of that button, or of the one that a mail program shows (RFC 8058). */
export async function unsubscribe(call: Unsubscribe): Promise<undefined> {
  const { address } = open(call);
  await call.ask('email_unsubscribe_confirm', { address });
  sendPage(call.res, call.ctx, {
    status: 200,
    title: 'Unsubscribed',
    body: `<h1>Unsubscribed</h1>\n  <p class="lead">${escapeHtml(address)} gets no more of these emails.</p>`,
  });
}

function open({ args, services }: Unsubscribe) {
  const said = openToken(services.box, args.token);
  if (!said) throw new ApiError('NOT_FOUND', 'This link is not valid.');
  return said;
}
