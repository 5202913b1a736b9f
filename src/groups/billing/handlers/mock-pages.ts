import { redirect } from '../../../credentials/redirect.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { escapeHtml } from '../../../tools/answers/html.ts';
import { sendPage } from '../../../tools/answers/page.ts';
import { endedEvent, type MockPage, MockProvider, paidEvent } from '../providers/mock.ts';
import { isMocked } from '../providers/provider.ts';
import { inTenant } from './apply.ts';

interface Link {
  kind: string;
  tenant_id: string;
  token?: string;
}

/** GET: what would be bought, or the subscription that could be ended. */
export async function showPage(call: HandlerCall<Link>): Promise<undefined> {
  const page = open(call);
  const { title, text, action, button, back } =
    page.kind === 'checkout' ? checkoutTexts(page) : portalTexts(page);
  // Browsers also apply form-action to the redirect after a form, and the form leads on to the application.
  sendPage(call.res, call.ctx, {
    status: 200,
    title,
    formAction: "'self' http: https:",
    body: `<h1>${title}</h1>
  <p class="lead">${escapeHtml(text)}</p>
  <p>This page stands in for a payment provider. Nothing is paid.</p>
  <form method="post">
    <input type="hidden" name="action" value="${action}">
    <button class="button">${button}</button>
  </form>
  <p><a href="${escapeHtml(back)}">Back</a></p>`,
  });
}

const checkoutTexts = ({ order }: MockPage & { kind: 'checkout' }) => ({
  title: 'Checkout',
  text: `${order.name}: ${order.price} ${order.currency} a ${order.interval} for each of ${order.quantity}`,
  action: 'pay',
  button: 'Pay',
  back: order.cancelUrl,
});

const portalTexts = ({ returnUrl }: MockPage & { kind: 'portal' }) => ({
  title: 'Subscription',
  text: 'Your subscription can be ended here at once.',
  action: 'end',
  button: 'End the subscription',
  back: returnUrl,
});

/** POST: the provider's event is applied as one of Stripe's would be, then the browser goes back to the application. */
export async function pressButton(
  call: HandlerCall<Link & { action: 'pay' | 'end' }>,
): Promise<undefined> {
  const page = open(call);
  const { tenant_id, action } = call.args;
  if ((page.kind === 'checkout') !== (action === 'pay'))
    throw ApiError.invalid('action', 'invalid_action', 'is not a button of this page');
  call.ctx.tenant = tenant_id;
  const event = page.kind === 'checkout' ? paidEvent(page) : endedEvent(page.customerId);
  await inTenant(call, tenant_id, 'billing_event_receive', event);
  call.services.wakeups.ring(tenant_id);
  const target = page.kind === 'checkout' ? page.order.successUrl : page.returnUrl;
  redirect(call.res, target, {}, 303);
}

function open({ args, services }: HandlerCall<Link>): MockPage {
  const { config, box } = services;
  if (!isMocked(config)) throw new ApiError('NOT_FOUND', 'There is no such page here.');
  const page = new MockProvider(config.baseUrl, box).open(args.tenant_id, args.token ?? '');
  const isTried = page.kind === 'checkout' && page.order.customerId === '';
  if (page.kind !== args.kind || isTried)
    throw new ApiError('NOT_FOUND', 'There is no such page here.');
  return page;
}
