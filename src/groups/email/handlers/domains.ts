import { randomBytes } from 'node:crypto';
import { dkimPlace } from '../../../credentials/places.ts';
import type { Context } from '../../../operations/operation.ts';
import { newDkimKey } from '../../../tools/messages/dkim.ts';
import { checkRecords, type Domain, recordsOf } from '../domain-records.ts';

/** A domain as clients see it, with the records that it should have. */
function shown({ selector, public_key, ...domain }: Domain) {
  const records = recordsOf({ selector, public_key, ...domain });
  return { ...domain, verified: domain.verified_at !== null, records };
}

export const showDomains = (_: Context, all: Domain[]): object => all.map(shown);

export const showDomain = (_: Context, domain: Domain): object => shown(domain);

/** POST /v1/email/domains: its key is made here, so that no plaintext reaches the database. */
export async function prepareDomain(
  { ask, services, caller }: Context,
  { domain }: { domain: string },
): Promise<object> {
  // No key is made for callers who may not add one.
  await ask('email_domain_list', {});
  const { privateKey, publicKey } = await newDkimKey();
  const made = {
    selector: `insula-${randomBytes(4).toString('hex')}`,
    private_key: services.box.seal(caller.tenant, dkimPlace, privateKey),
    public_key: publicKey,
  };
  return { domain: domain.toLowerCase(), made };
}

/** POST /v1/email/domains/:domain/verify: the records are looked up before the database is asked. */
export async function prepareVerification(
  { ask }: Context,
  { domain }: { domain: string },
): Promise<object> {
  const known = await ask<Domain>('email_domain_get', { domain });
  return { domain, made: { checks: await checkRecords(known), selector: known.selector } };
}
