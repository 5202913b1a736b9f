import { generateSync } from 'otplib';
import type { Client } from './api.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';
import { anotherAddress } from './users.ts';

/** An authenticator app with one account. */
export interface Factor {
  id: string;
  secret: string;
}

/** The code of a factor: now, or so many time steps from now. */
export const codeOf = ({ secret }: Factor, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Waits until a time step has just begun: codes of steps before and after it stay what they are for a while. */
export const stepBegin = (): Promise<number> =>
  until(
    async () => (Date.now() / 1000) % 30,
    (second) => second < 25,
  );

/** Six digits that are no code of a factor, now and for some minutes. */
export function wrongCode(factor: Factor): string {
  const right = Array.from({ length: 21 }, (_, index) => codeOf(factor, index - 10));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) as string;
}

/** A code that can be taken although one was taken just now: forgets which was the last. */
export async function freshCode({ db }: TestServer, factor: Factor): Promise<string> {
  await db.query('update app.mfa_factors set last_step = 0 where id = $1', [factor.id]);
  return codeOf(factor);
}

export async function beginFactor(user: Client, fields: object = {}): Promise<Factor> {
  const { body } = await user.post('/v1/auth/mfa/enroll', fields);
  if (!body.success) throw new Error(JSON.stringify(body));
  return { id: body.data.id, secret: body.data.totp.secret };
}

/** A factor that a code was verified of. The session of the user is at aal2 then. */
export async function enroll(user: Client): Promise<Factor & { recoveryCodes: string[] }> {
  const factor = await beginFactor(user);
  const fields = { factor_id: factor.id, code: codeOf(factor) };
  const { body } = await user.post('/v1/auth/mfa/verify', fields, anotherAddress());
  if (!body.success) throw new Error(JSON.stringify(body));
  return { ...factor, recoveryCodes: body.data.recovery_codes ?? [] };
}
