import {
  AuthorizationResponseError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ApiError } from '../../ground/errors.ts';
import { OutboundError } from '../../outbound/safe-fetch.ts';
import type { OAuthProvider } from './provider.ts';

/** Turns a failure between this server and a provider into an error of the API. An error of this server stays as it is. */
export function upstreamError({ name }: OAuthProvider, error: unknown): ApiError {
  for (let cause = error; cause instanceof Error; cause = cause.cause as Error) {
    if (cause instanceof ApiError) return cause;
    if (cause instanceof OutboundError)
      return upstream(`${name} could not be asked: ${cause.message}`, error);
    if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError)
      return upstream(`${name} refused: ${cause.error}.`, error);
    if (cause instanceof WWWAuthenticateChallengeError) {
      const said = cause.cause[0]?.parameters.error ?? `status ${cause.status}`;
      return upstream(`${name} refused: ${said}.`, error);
    }
  }
  return upstream(`${name} gave an invalid answer. Try again.`, error);
}

function upstream(message: string, cause: unknown): ApiError {
  const error = new ApiError('UPSTREAM_ERROR', message);
  error.cause = cause;
  return error;
}
