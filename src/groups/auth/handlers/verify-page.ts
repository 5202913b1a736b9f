import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { escapeHtml } from '../../../tools/answers/html.ts';
import { requireOwnPage } from '../../../tools/answers/own-page.ts';
import { sendPage } from '../../../tools/answers/page.ts';
import { refusePrefetch } from '../../../tools/answers/prefetch.ts';
import { hashNewPassword } from '../../../tools/sign-in/password-rules.ts';
import { type Followed, type Link, refusalOf, sendOn } from './verify.ts';

/** The answer of api.auth_verify_ask. */
interface Asked {
  brand: string;
  redirect_to: string | null;
  is_valid: boolean;
}

interface Words {
  title: (brand: string) => string;
  button: string;
  /** The consequences, in one sentence. */
  text?: string;
  /** The page after it, where there is nowhere to go. */
  done: string;
}

const confirmed = 'Your address is confirmed. You can close this page.';
const signIn = {
  title: (brand: string) => `Sign in to ${brand}?`,
  button: 'Continue',
  done: 'The link is valid, but this application has not set the page to continue to.',
};
const undo = {
  title: () => 'Undo this change?',
  button: 'Undo the change',
  text: 'Your previous address comes back, every session ends, and the password is removed: you set a new one.',
  done: 'The change is undone: your previous address is back, every session has ended, and the password is removed. Ask for a new one where you sign in.',
};
const words: Record<string, Words> = {
  magiclink: signIn,
  email: signIn,
  signup: { title: () => 'Confirm your email address', button: 'Confirm', done: confirmed },
  recovery: {
    title: () => 'Set a new password',
    button: 'Save',
    done: 'Your new password is set. You can sign in with it.',
  },
  invite: {
    title: (brand) => `You have been invited to ${brand}`,
    button: 'Accept',
    done: 'The invitation is accepted. You can sign in now.',
  },
  email_change: {
    title: () => 'Confirm the new email address',
    button: 'Confirm',
    done: confirmed,
  },
  email_change_undo: undo,
  phone_change_undo: undo,
};

/** GET: asks, and uses nothing up. It names no address: its reader may not be the recipient. */
export async function askVerify(call: HandlerCall<Link>): Promise<undefined> {
  const { req, res, ctx, args } = call;
  if (refusePrefetch(req, res, ctx)) return;
  const asked = await call.ask<Asked>('auth_verify_ask', args);
  if (!asked.is_valid) throw gone();
  showForm(call, asked, 200);
}

/** POST: the button was pressed. */
export async function confirmVerify(
  call: HandlerCall<Link & { password?: string }>,
): Promise<undefined> {
  requireOwnPage(call.req);
  const { password, ...args } = call.args;
  const asked = await call.ask<Asked>('auth_verify_ask', args);
  if (!asked.is_valid) throw gone();
  let made = {};
  if (takesPassword(args.type, asked)) {
    try {
      made = { made: { password_hash: await hashNewPassword(call, password ?? '') } };
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.code !== 'WEAK_PASSWORD') throw thrown;
      return showForm(call, asked, 422, thrown.message);
    }
  }
  const { redirect_to, answer } = await call.ask<Followed>('auth_verify_confirm', {
    ...args,
    ...made,
  });
  if (redirect_to) return sendOn(call, redirect_to, answer, 303).then(() => undefined);
  const refusal = refusalOf(answer);
  const { title, done } = words[args.type] as Words;
  // Without an application this page signs no one in: what the link was for is done all the same.
  const isDone = refusal?.code === 'MFA_REQUIRED' && words[args.type] !== signIn;
  if (refusal && !isDone) throw refusal.code === 'OTP_EXPIRED' ? gone() : refusal;
  show(call, {
    status: 200,
    title: title(asked.brand).replace('?', ''),
    body: `<p class="lead">${escapeHtml(answer.message ?? done)}</p>`,
  });
}

/** A new password is asked for here where no application does it. */
const takesPassword = (type: string, { redirect_to }: Asked): boolean =>
  redirect_to === null && (type === 'recovery' || type === 'invite');

function showForm(
  call: HandlerCall<Link>,
  asked: Asked,
  status: 200 | 422,
  fault?: string,
): undefined {
  const { title, text, button } = words[call.args.type] as Words;
  const field = `<label for="password">New password</label>
    <input id="password" name="password" type="password" maxlength="128" autocomplete="new-password" required>`;
  show(call, {
    status,
    title: title(asked.brand),
    formAction: `'self'${asked.redirect_to ? ` ${sourceOf(asked.redirect_to)}` : ''}`,
    body: `${fault ? `<p class="state bad" role="alert">${escapeHtml(fault)}</p>` : ''}
  ${text ? `<p class="lead">${text}</p>` : ''}
  <form method="post" action="page">
    ${hidden(call.args)}
    ${takesPassword(call.args.type, asked) ? field : ''}
    <button class="button">${button}</button>
  </form>`,
  });
}

const hidden = ({ token, type, redirect_to }: Link): string =>
  Object.entries({ token, type, redirect_to })
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`,
    )
    .join('\n    ');

function show(
  { res, ctx }: HandlerCall<Link>,
  page: { status: number; title: string; body: string; formAction?: string },
): undefined {
  const title = escapeHtml(page.title);
  sendPage(res, ctx, {
    ...page,
    title,
    body: `<h1>${title}</h1>\n  ${page.body}`,
    // With no-referrer, browsers post without saying from where.
    headers: { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' },
  });
}

/** Browsers also apply form-action to the redirect after a form: an origin, or the scheme of an app. */
function sourceOf(target: string): string {
  const { protocol, origin } = new URL(target);
  return origin === 'null' ? protocol : origin;
}

const gone = () =>
  new ApiError(
    'GONE',
    'This link was already used, is wrong, or has expired. Ask for a new one where you got it.',
  );
