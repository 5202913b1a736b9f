import { randomBytes } from 'node:crypto';
import { remakeData } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { functionOf } from '../../../http/route.ts';
import { dkimPlace, newDkimKey } from '../../../messages/dkim.ts';
import { checkRecords, type Domain, recordsOf } from '../domain-records.ts';

type OneCall = HandlerCall<{ domain: string }>;

/** A domain as clients see it, with the records that it should have. */
function shown({ selector, public_key, ...domain }: Domain) {
  const records = recordsOf({ selector, public_key, ...domain });
  return { ...domain, verified: domain.verified_at !== null, records };
}

export const showDomains = async (call: HandlerCall): Promise<string> =>
  remakeData<Domain[]>(await call.run(functionOf(call.route), call.args), (all) => all.map(shown));

export const showDomain = async (call: HandlerCall): Promise<string> =>
  remakeData<Domain>(await call.run(functionOf(call.route), call.args), shown);

/** POST /v1/email/domains: its key is made here, so that no plaintext reaches the database. */
export async function addDomain(call: OneCall): Promise<string> {
  // No key is made for callers who may not add one.
  await call.ask('email_domain_list', {});
  const { privateKey, publicKey } = await newDkimKey();
  const made = {
    selector: `insula-${randomBytes(4).toString('hex')}`,
    private_key: call.services.box.seal(call.caller.tenant, dkimPlace, privateKey),
    public_key: publicKey,
  };
  return remakeData<Domain>(
    await call.run('email_domain_create', { domain: call.args.domain.toLowerCase(), made }),
    shown,
  );
}

/** POST /v1/email/domains/:domain/verify: the records are looked up between two calls. */
export async function verifyDomain(call: OneCall): Promise<string> {
  const { domain } = call.args;
  const known = await call.ask<Domain>('email_domain_get', { domain });
  const checks = await checkRecords(known);
  return remakeData<Domain>(
    await call.run('email_domain_verify', { domain, made: { checks } }),
    shown,
  );
}
