import { ApiError } from '../../ground/errors.ts';
import { type AnyAnswer, remakeData } from '../../operations/answer.ts';
import type { HandlerCall } from '../../operations/handler.ts';

/** The answer of api.mfa_enroll. */
interface Enrolled {
  id: string;
  type: string;
  friendly_name: string | null;
  secret: string;
  issuer: string;
  label: string;
}

/** The answer of api.mfa_attempt. */
interface Attempt {
  user_id: string;
  secret: string;
  attempts_left: number;
  locked_until: string | null;
}

/** Identifies the owner of the code. */
interface Attempted {
  mfa_token?: string;
  factor_id?: string;
}

/** Loaded when it is first used: with what it needs, it is seventeen files of a start. */
const totp = () => import('./totp.ts');

/** Where the secrets of a user stand: none can be moved to another user. */
const placeOf = (userId: string): string => `mfa_factors.secret ${userId}`;

/** POST /v1/auth/mfa/enroll: SQL sees the secret encrypted only; it is shown here, once. */
export async function mfaEnroll({ caller, services: { box }, args, run }: HandlerCall) {
  const { newTotpSecret, totpSetup } = await totp();
  const place = placeOf('user' in caller.bearer ? caller.bearer.user : '');
  const made = { secret: box.seal(caller.tenant, place, newTotpSecret()) };
  const answer = await run('mfa_enroll', { ...args, made });
  return remakeData<Enrolled>(answer, ({ secret, issuer, label, ...factor }) => ({
    ...factor,
    totp: totpSetup(box.open(caller.tenant, place, secret), label, issuer),
  }));
}

/** POST /v1/auth/mfa/verify: the code is compared between two calls, the attempt counted in the first. */
export async function mfaVerify(
  call: HandlerCall<Attempted & { code: string }>,
): Promise<AnyAnswer> {
  const { code, ...args } = call.args;
  return call.run('mfa_verify', { ...args, step: await stepOf(call, code) });
}

/** DELETE /v1/auth/mfa/:factor_id, with a code of the factor or at aal2. */
export async function mfaRemove(
  call: HandlerCall<Attempted & { code?: string }>,
): Promise<AnyAnswer> {
  const { code, ...args } = call.args;
  if (code === undefined) return call.run('mfa_remove', args);
  return call.run('mfa_remove', { ...args, step: await stepOf(call, code) });
}

/** POST /v1/auth/mfa/recovery-codes/verify: counted in a call of its own, so that no dry run is a free guess. */
export async function recoveryCodesVerify(call: HandlerCall<Attempted>): Promise<AnyAnswer> {
  await countAttempt(call);
  return call.run('recovery_codes_verify', call.args);
}

const countAttempt = ({ ask, args: { mfa_token, factor_id } }: HandlerCall<Attempted>) =>
  ask<Attempt>('mfa_attempt', { mfa_token, factor_id });

/** The time step of a code of the factor in `args`. @throws 401, 404, 429 MFA_LOCKED */
async function stepOf(call: HandlerCall<Attempted>, code: string): Promise<number> {
  const { user_id, secret, attempts_left, locked_until } = await countAttempt(call);
  const opened = call.services.box.open(call.caller.tenant, placeOf(user_id), secret);
  const { totpStep } = await totp();
  const step = totpStep(opened, code.replaceAll(' ', ''));
  if (step !== undefined) return step;
  throw new ApiError(
    'INVALID_CREDENTIALS',
    'The code is wrong. Use the one that the app shows now, and check the clock of its device.',
    { details: { attempts_left, ...(locked_until ? { locked_until } : {}) } },
  );
}
