import type { Config } from '../../ground/config/config.ts';
import { ApiError } from '../../ground/errors.ts';

/**
 * Whether phone numbers can be used to sign in: when texts go somewhere, or when neither mails nor texts do, as in
 * development. Only the process knows, so the doorway asks, not app.auth_config.
 */
export const phoneIsOn = ({
  smtpUrl,
  smsWebhookUrl,
}: Pick<Config, 'smtpUrl' | 'smsWebhookUrl'>): boolean =>
  smsWebhookUrl !== undefined || smtpUrl === undefined;

/** @throws ApiError for a phone number where no text would reach it */
export function requirePhone(
  phone: string | null | undefined,
  config: Pick<Config, 'smtpUrl' | 'smsWebhookUrl'>,
  code: 'PROVIDER_DISABLED' | 'SIGNUP_DISABLED' = 'PROVIDER_DISABLED',
): void {
  if (typeof phone !== 'string' || phoneIsOn(config)) return;
  throw new ApiError(code, 'Phone numbers cannot be used here: no text messages can be sent.', {
    param: 'phone',
  });
}
