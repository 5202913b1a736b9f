import { hashedPassword } from '../../credentials/password-rules.ts';
import { openAnswer } from '../../http/envelope.ts';
import type { HandlerCall } from '../../http/handler.ts';

/** POST /v1/users: a password is hashed before the call that creates the user. */
export async function userCreate(call: HandlerCall): Promise<string> {
  const { password, ...args } = call.args as { password?: string };
  const hashed = password === undefined ? {} : await hashedPassword(call, password);
  return call.run('user_create', { ...args, ...hashed });
}

/** What api.user_generate_link answers. */
interface Generated {
  token: string;
  verification_type: string;
  redirect_to: string | null;
}

/** POST /v1/users/:user_id/generate-link: where the API can be reached, the database does not know. */
export async function generateLink(call: HandlerCall): Promise<string> {
  const { headers, data } = openAnswer(await call.run('user_generate_link', call.args));
  const { token, ...rest }: Generated = JSON.parse(data);
  const query = new URLSearchParams({ token, type: rest.verification_type });
  if (rest.redirect_to) query.set('redirect_to', rest.redirect_to);
  const action_link = `${call.services.config.baseUrl}/v1/auth/verify?${query}`;
  return withHeaders(headers, JSON.stringify({ action_link, ...rest }));
}

/** An answer as app.answer makes it. */
const withHeaders = (headers: object, data: string): string =>
  `{"$headers" : ${JSON.stringify(headers)}, "data" : ${data}}`;
