import { hashedPassword } from '../../credentials/password-rules.ts';
import { remakeData } from '../../http/answer.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { verifyLink } from '../../messages/verify-link.ts';

/** POST /v1/users: a password is hashed before the call that creates the user. */
export async function userCreate(call: HandlerCall<{ password?: string }>): Promise<string> {
  const { password, ...args } = call.args;
  const hashed = password === undefined ? {} : await hashedPassword(call, password);
  return call.run('user_create', { ...args, ...hashed });
}

/** The answer of api.user_generate_link. */
interface Generated {
  token: string;
  verification_type: string;
  redirect_to: string | null;
}

/** POST /v1/users/:user_id/generate-link: where the API can be reached, the database does not know. */
export async function generateLink(call: HandlerCall): Promise<string> {
  const answer = await call.run('user_generate_link', call.args);
  return remakeData<Generated>(answer, ({ token, ...rest }) => {
    const proof = {
      token,
      type: rest.verification_type,
      redirect_to: rest.redirect_to ?? undefined,
    };
    return { action_link: verifyLink(call.services.config.baseUrl, proof), ...rest };
  });
}
