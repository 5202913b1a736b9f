import { type Outbound, OutboundError, type TenantOutbound } from '../../outbound/safe-fetch.ts';
import { type Channel, DeliveryError } from './delivery.ts';

/** Text messages by `POST $SMS_WEBHOOK_URL {to, body, tenant_id}`; any 2xx has taken it. */
export function smsChannel(webhookUrl: string, outbound: Outbound): Channel {
  return {
    async send({ id, recipient, tenant_id }, { text }) {
      const status = await post(outbound.of(tenant_id, 'sms'), webhookUrl, id, {
        to: recipient,
        body: text,
        tenant_id,
      });
      if (status >= 200 && status < 300) return;
      const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
      throw new DeliveryError(`The SMS webhook answered ${status}.`, { isFinal });
    },
    close: () => {},
  };
}

async function post(
  outbound: TenantOutbound,
  url: string,
  id: string,
  body: object,
): Promise<number> {
  try {
    const { status } = await outbound.fetch(url, {
      method: 'POST',
      // The same with every attempt: a text that arrives twice can be told.
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify(body),
    });
    return status;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new DeliveryError('The SMS webhook could not be reached.', {
      cause: error,
      away: 'SMS webhook',
    });
  }
}
