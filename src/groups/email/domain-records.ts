import { textsAt } from '../../outbound/txt-records.ts';

/** A domain as api.email_domain_get answers it. */
export interface Domain {
  domain: string;
  selector: string;
  public_key: string;
  verified_at: string | null;
}

interface Check {
  is_fine: boolean;
  found: string[];
  explanation: string;
}

const namesOf = ({ domain, selector }: Domain) => ({
  dkim: `${selector}._domainkey.${domain}`,
  spf: domain,
  dmarc: `_dmarc.${domain}`,
});

/** The records that a domain should have; the first one proves it. */
export function recordsOf(domain: Domain) {
  const names = namesOf(domain);
  const record = (name: string, value: string, is_required: boolean, purpose: string) => ({
    type: 'TXT' as const,
    name,
    value,
    is_required,
    purpose,
  });
  return [
    record(
      names.dkim,
      `v=DKIM1; k=rsa; p=${domain.public_key}`,
      true,
      'DKIM: proves that the domain is yours, and lets receivers check the signature of each email.',
    ),
    record(
      names.spf,
      'v=spf1 a mx -all',
      false,
      'SPF: lists the servers that may send for the domain. Include your mail server.',
    ),
    record(
      names.dmarc,
      'v=DMARC1; p=quarantine',
      false,
      'DMARC: tells receivers how to treat emails that fail both.',
    ),
  ];
}

/** Looks the records up, and reports what is wrong with each. @throws ApiError where the DNS does not answer */
export async function checkRecords(domain: Domain) {
  const names = namesOf(domain);
  const [dkim, spf, dmarc] = await Promise.all([
    textsAt(names.dkim),
    textsAt(names.spf),
    textsAt(names.dmarc),
  ]);
  return {
    dkim: dkimOf(domain, dkim),
    spf: spfOf(spf.filter((text) => /^v=spf1( |$)/i.test(text))),
    dmarc: dmarcOf(dmarc.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))),
  };
}

/** The name after `p=`, without the spaces that some name servers put into long records. */
const keyOf = (record: string): string | undefined =>
  /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '');

function dkimOf({ selector, domain, public_key }: Domain, found: string[]): Check {
  const place = `${selector}._domainkey.${domain}`;
  if (found.some((record) => keyOf(record) === public_key))
    return { is_fine: true, found, explanation: 'The key is there: the domain is proved.' };
  return {
    is_fine: false,
    found,
    explanation:
      found.length === 0
        ? `There is no TXT record at ${place}. A new record can take a while to become visible.`
        : `The TXT record at ${place} holds another key. Replace it by the one shown in records.`,
  };
}

function spfOf(found: string[]): Check {
  const [record = ''] = found;
  const say = (is_fine: boolean, explanation: string) => ({ is_fine, found, explanation });
  if (found.length === 0)
    return say(false, 'There is no SPF record: receivers cannot tell which servers may send.');
  if (found.length > 1)
    return say(
      false,
      'There are several SPF records: receivers take that for an error. Merge them.',
    );
  if (/\s\+?all\b/i.test(record))
    return say(
      false,
      'It ends with +all: anyone may send for this domain. End it with -all or ~all.',
    );
  if (!/\s([-~?]all\b|redirect=)/i.test(record))
    return say(false, 'It does not end with -all or ~all, so it does not restrict who may send.');
  return say(true, 'It is there. Make sure that it names your mail server.');
}

function dmarcOf(found: string[]): Check {
  const [record = ''] = found;
  const say = (is_fine: boolean, explanation: string) => ({ is_fine, found, explanation });
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
  if (found.length === 0)
    return say(false, 'There is no DMARC record: large receivers refuse bulk email without one.');
  if (found.length > 1) return say(false, 'There are several DMARC records: none of them counts.');
  if (policy === undefined || !['none', 'quarantine', 'reject'].includes(policy))
    return say(false, 'It has no policy: add p=none, p=quarantine or p=reject.');
  if (policy === 'none')
    return say(true, 'It is there, and only watches (p=none): forged emails are still taken.');
  return say(true, `It exists, and asks receivers to ${policy} emails that fail.`);
}
