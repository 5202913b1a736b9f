import { canonical } from '../../ground/shapes/canonical.ts';
import { emailAddress } from '../../ground/shapes/schemas.ts';
import type { Assertion } from './response.ts';
import { SamlError } from './response.ts';

/** How one field is found among the attributes of an assertion. */
export interface AttributeRule {
  name?: string | undefined;
  /** The first that is there. */
  names?: string[] | undefined;
  /** All values, as a list. */
  array?: boolean | undefined;
  default?: unknown;
}

export interface AttributeMapping {
  keys?: Record<string, AttributeRule>;
}

/** Where providers put the email, when the mapping does not say. */
const usualEmailNames = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];

/** The fields of a user that come from an assertion. */
export interface MappedUser {
  email: string | null;
  user_metadata: Record<string, unknown>;
}

/**
 * Maps the attributes of an assertion. The email is NameID where no attribute holds it and NameID looks like one.
 * @throws SamlError when the email is not valid
 */
export function mapUser(
  { attributes, subject, subjectIsEmail }: Assertion,
  { keys = {} }: AttributeMapping,
): MappedUser {
  const { email: emailRule = { names: usualEmailNames }, ...others } = keys;
  const email = attributeValue(attributes, emailRule) ?? (subjectIsEmail ? subject : null);
  const first = Array.isArray(email) ? email[0] : email;
  if (first !== null && !emailAddress.safeParse(first).success)
    throw new SamlError('The identity provider sent an email that is not valid.');
  const metadata = Object.entries(others)
    .map(([key, rule]) => [key, attributeValue(attributes, rule)] as const)
    .filter(([, value]) => value !== undefined);
  return { email: first as string | null, user_metadata: canonical(Object.fromEntries(metadata)) };
}

function attributeValue(attributes: Record<string, string[]>, rule: AttributeRule): unknown {
  for (const name of [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])]) {
    const values = attributes[name];
    if (values && values.length > 0) return rule.array ? values : values[0];
  }
  return rule.default;
}
