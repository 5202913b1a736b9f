import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';

interface SignUp {
  turnstile_token?: string;
  owner?: { email: string; password: string };
  email?: string;
  password?: string;
  plan_tier?: string;
}

/** Plans that are free. */
const givenAway = ['free', 'unlimited'];

/** POST /v1/tenants: the password is hashed before the one call that makes everything. */
export async function signUpTenant(call: HandlerCall<SignUp>): Promise<AnyAnswer> {
  const { config, passwords, installation } = call.services;
  const { self_serve } = await installation.current();
  if (!(self_serve ?? config.selfServe))
    throw new ApiError(
      'FORBIDDEN',
      'Only the operator creates tenants here, with POST /admin/tenants. SELF_SERVE=on, or PATCH /admin/settings with self_serve, opens it to anyone.',
    );
  const { owner, turnstile_token: _, ...args } = call.args;
  // The shape of the body asks for one of the two.
  const { email, password } = owner ?? (args as NonNullable<typeof owner>);
  const { password: __, email: ___, plan_tier, ...rest } = args;
  return call.run('tenant_signup', {
    ...rest,
    owner_email: email,
    ...(givenAway.includes(plan_tier ?? '') ? { plan_tier } : {}),
    made: { password_hash: await passwords.hash(password, call.caller.tenant) },
  });
}
