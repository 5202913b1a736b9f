import { ApiError } from '../../http/errors.ts';
import type { HandlerCall } from '../../http/handler.ts';

/**
 * POST /v1/auth/anonymous/link with provider and id_token: takes the identity that the token proves for the anonymous
 * user; where another account has it, on_conflict says what then (app.anonymous_join).
 */
export async function linkByIdToken(_call: HandlerCall): Promise<string | undefined> {
  throw new ApiError('PROVIDER_DISABLED', 'This tenant takes no id_token of this provider.');
}
