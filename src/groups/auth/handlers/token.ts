import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall, MayHandle } from '../../../operations/handler.ts';
import { idToken } from '../../oauth/index.ts';
import { refresh } from './refresh.ts';
import { signin } from './signin.ts';

/** A grant type: the fields that it needs, and the operation that it runs. */
interface Grant extends Required<Pick<MayHandle, 'handler'>> {
  needs: string[];
}

const grants: Record<string, Grant> = {
  password: { needs: ['password'], handler: signin },
  refresh_token: { needs: ['refresh_token'], handler: refresh },
  pkce: {
    needs: ['auth_code', 'code_verifier'],
    handler: (call: HandlerCall) => call.run('oauth_token', call.args, call.change),
  },
  id_token: { needs: ['provider', 'id_token'], handler: idToken },
};
export const grantTypes = Object.keys(grants) as [string, ...string[]];

/** POST /v1/auth/token?grant_type=…: the same operations under the name that OAuth clients expect. */
export async function token(
  call: HandlerCall<{ grant_type: string }>,
): Promise<AnyAnswer | undefined> {
  const { grant_type, ...args } = call.args;
  const grant = grants[grant_type] as Grant;
  for (const name of grant.needs)
    if (!(name in args)) throw ApiError.invalid(name, 'required', `is required for ${grant_type}`);
  return grant.handler({ ...call, args });
}
