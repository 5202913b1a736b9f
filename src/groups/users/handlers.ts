import type { Context } from '../../operations/operation.ts';
import { verifyLink } from '../../tools/messages/verify-link.ts';
import { hashedPassword } from '../../tools/sign-in/password-rules.ts';

/** POST /v1/users: a password is hashed before the call that creates the user. */
export async function prepareUser(
  context: Context,
  { password, ...args }: { password?: string },
): Promise<object> {
  return password === undefined ? args : { ...args, ...(await hashedPassword(context, password)) };
}

/** The answer of api.user_generate_link. */
interface Generated {
  token: string;
  verification_type: string;
  redirect_to: string | null;
}

/** POST /v1/users/:user_id/generate-link: where the API can be reached, the database does not know. */
export function showLink({ services }: Context, { token, ...rest }: Generated): object {
  const proof = {
    token,
    type: rest.verification_type,
    redirect_to: rest.redirect_to ?? undefined,
  };
  return { action_link: verifyLink(services.config.baseUrl, proof), ...rest };
}
