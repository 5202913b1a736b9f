import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { type AnyAnswer, remakeData } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type PasskeySettings, passkeyAlgorithms, relyingParty } from '../relying-party.ts';

/** The answer of api.passkey_register_options and api.passkey_authenticate_options. */
interface Begun {
  challenge_id: string;
  expires_at: string;
  settings: PasskeySettings;
}
interface Descriptor {
  id: string;
  transports: string[];
}
type Registration = Begun & {
  user: { id: string; name: string; display_name: string };
  credentials: Descriptor[];
};
type Authentication = Begun & { credentials: Descriptor[] | null };

const timeout = 300_000;

/** POST /v1/auth/passkeys/register/options. The signed challenge is the challenge_id itself. */
export async function passkeyRegisterOptions(call: HandlerCall): Promise<AnyAnswer> {
  const answer = await call.run('passkey_register_options', call.args);
  return remakeData<Registration>(answer, async (begun) => {
    const { challenge_id, expires_at, user, credentials } = begun;
    const party = partyOf(call, begun.settings);
    const options = await generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userID: new TextEncoder().encode(user.id),
      userName: user.name,
      userDisplayName: user.display_name,
      challenge: challenge_id,
      timeout,
      supportedAlgorithmIDs: passkeyAlgorithms,
      excludeCredentials: credentials,
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    return { challenge_id, options, expires_at };
  });
}

/** POST /v1/auth/passkeys/authenticate/options. With an email, the passkeys of that account are named. */
export async function passkeyAuthenticateOptions(
  call: HandlerCall<{ email?: string }>,
): Promise<AnyAnswer> {
  const answer = await call.run('passkey_authenticate_options', call.args);
  return remakeData<Authentication>(answer, async (begun) => {
    const { challenge_id, expires_at, credentials } = begun;
    const options = await generateAuthenticationOptions({
      rpID: partyOf(call, begun.settings).id,
      challenge: challenge_id,
      timeout,
      userVerification: 'preferred',
      ...(credentials ? { allowCredentials: credentials } : {}),
    });
    return { challenge_id, options, expires_at };
  });
}

const partyOf = (
  { req, services: { config } }: Pick<HandlerCall, 'req' | 'services'>,
  settings: PasskeySettings,
) => relyingParty(settings, config.baseUrl, req.headers.origin);
