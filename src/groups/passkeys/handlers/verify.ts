import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type PasskeySettings, passkeyAlgorithms, relyingParty } from '../relying-party.ts';

interface RegisterArgs {
  challenge_id: string;
  credential: RegistrationResponseJSON;
  friendly_name?: string | null;
}
type Assertion = AuthenticationResponseJSON['response'];
interface AuthenticateArgs {
  challenge_id: string;
  /** Some browsers send null for a userHandle that is not there. */
  credential: Omit<AuthenticationResponseJSON, 'response'> & {
    response: Omit<Assertion, 'userHandle'> & { userHandle?: string | null };
  };
}
/** The answer of api.passkey_attempt. */
interface Attempt {
  settings: PasskeySettings;
  passkey_id: string;
  user_id: string;
  sign_count: number;
  public_key: string;
}

/** POST /v1/auth/passkeys/register/verify: verified between two calls, the challenge used up in the second. */
export async function passkeyRegisterVerify(call: HandlerCall<RegisterArgs>): Promise<AnyAnswer> {
  const { challenge_id, credential, ...args } = call.args;
  const settings = await call.ask<PasskeySettings>('passkey_register_begin', {});
  const refusal = (why: string) => ApiError.invalid('credential', 'not_verified', why);
  const info = await verified(
    () =>
      verifyRegistrationResponse({
        response: credential,
        supportedAlgorithmIDs: passkeyAlgorithms,
        ...expected(call, settings),
      }),
    credential,
    refusal,
  );
  const { id, publicKey, counter } = info.registrationInfo.credential;
  if (id !== credential.id) throw refusal('its id is not the one that the authenticator names');
  return call.run('passkey_register_verify', {
    ...args,
    challenge_id,
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64'),
    sign_count: counter,
    transports: credential.response.transports ?? [],
    is_backed_up: info.registrationInfo.credentialBackedUp,
  });
}

/**
 * POST /v1/auth/passkeys/authenticate/verify: the challenge is used up in the first call, whatever comes of it. A user
 * who was verified too needs no second factor.
 */
export async function passkeyAuthenticateVerify(
  call: HandlerCall<AuthenticateArgs>,
): Promise<AnyAnswer> {
  const { challenge_id, credential: given } = call.args;
  const credential = given as AuthenticationResponseJSON;
  const credential_id = credential.id;
  const attempt = await call.ask<Attempt>('passkey_attempt', { challenge_id, credential_id });
  const { settings, passkey_id, user_id, sign_count, public_key } = attempt;
  const { userHandle } = credential.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== user_id)
    throw notVerified('it belongs to another account');
  const publicKey = new Uint8Array(Buffer.from(public_key, 'base64'));
  const { authenticationInfo: info } = await verified(
    () =>
      verifyAuthenticationResponse({
        response: credential,
        credential: { id: credential_id, publicKey, counter: sign_count },
        ...expected(call, settings),
      }),
    credential,
    notVerified,
  );
  return call.run('passkey_authenticate_verify', {
    passkey_id,
    sign_count: info.newCounter,
    is_verified: info.userVerified,
    is_backed_up: info.credentialBackedUp,
  });
}

const notVerified = (why: string) =>
  new ApiError('INVALID_CREDENTIALS', `This passkey was not verified: ${why}`);

function expected(
  { args, services: { config } }: HandlerCall<{ challenge_id: string }>,
  settings: PasskeySettings,
) {
  const { origins, ids } = relyingParty(settings, config.baseUrl);
  return {
    expectedChallenge: Buffer.from(args.challenge_id).toString('base64url'),
    expectedOrigin: origins,
    expectedRPID: ids,
    requireUserVerification: false,
  };
}

type Signed = RegistrationResponseJSON | AuthenticationResponseJSON;

/**
 * The outcome of a verification. The library throws for whatever does not fit, also for bytes that are no CBOR.
 * @throws what `refusal` makes of its reason
 */
async function verified<T extends { verified: boolean }>(
  verify: () => Promise<T>,
  { response }: Signed,
  refusal: (why: string) => ApiError,
): Promise<T & { verified: true }> {
  let outcome: T;
  try {
    // A page that frames ours may not ask for its passkeys.
    const client = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    if (client.crossOrigin) throw new Error('it was requested by a page of another origin');
    outcome = await verify();
  } catch (error) {
    throw refusal(error instanceof Error ? error.message.slice(0, 300) : 'it does not match');
  }
  if (!outcome.verified) throw refusal('its signature does not match');
  return outcome as T & { verified: true };
}
