const removed = '[removed]';

/** Names of members, headers and parameters whose values are secrets. */
const secretName =
  /^(?:.*[_-])?(?:password|passwd|passphrase|pwd|secret|token|jwt|authorization|cookies?|credentials?|api[_-]?key|private[_-]?key|session(?:[_-]?id)?|sid|csrf|xsrf|otp|pin|cvc|cvv|card[_-]?number|iban|ssn)$/i;
/** Names such as accessToken, as newer code writes them. */
const inWords = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');

const jsonWebToken = /\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g;
/** Keys that can be recognized by their beginning: Insula's, and those of well-known services. */
const namedKey =
  /\b(?:ins|sk|pk|rk|whsec|gh[opsu]|github_pat|glpat|xox[abprs]|AKIA|AIza)[_-]?[\w-]{16,}/g;
const authorization = /\b(Bearer|Basic|Digest) +[\w.~+/=-]{6,}/gi;
const cookieHeader = /\b((?:set-)?cookie) *[:=] *[^\r\n]*/gi;
const userInUrl = /(:\/\/)[^\s/?#@]{1,500}@/g;
/** `password=…`, `"token": "…"`, `api_key: …`: in queries, in JSON, in what was logged. */
const assignment =
  /\b([\w-]{0,20}(?:password|passwd|passphrase|pwd|secret|token|authorization|api[_-]?key|session_?id|otp|cvc|cvv))(\\?["']?[ \t]*[=:][ \t]*\\?["']?)([^\s"'&,;)}\]\\]+)/gi;
/** Parameters of addresses that sign-ins and signed URLs come back with. */
const parameter = /([?&#](?:code|state|sig|signature|auth|key)=)[^\s&#"'<>]+/gi;
/** 13 to 19 digits, in groups or not. */
const digits = /\b\d(?:[ -]?\d){12,30}\b/g;

/**
 * Removes what no report of an error may hold, from texts at any depth: tokens, cookies, passwords and the numbers of cards.
 * The name of a member also decides.
 */
export function scrub(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (Array.isArray(value)) return value.map(scrub);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      scrubText(name),
      secretName.test(inWords(name)) && one !== null ? removed : scrub(one),
    ]),
  );
}

/** Each pattern takes a time that grows only with the length of the text: strangers send these. */
function scrubText(text: string): string {
  return text
    .replaceAll(cookieHeader, `$1: ${removed}`)
    .replaceAll(jsonWebToken, removed)
    .replaceAll(namedKey, removed)
    .replaceAll(authorization, `$1 ${removed}`)
    .replaceAll(userInUrl, `$1${removed}@`)
    .replaceAll(assignment, `$1$2${removed}`)
    .replaceAll(parameter, `$1${removed}`)
    .replaceAll(digits, withoutCards);
}

/** A run of digits without the groups that make the number of a card: 13 to 19 digits with a good checksum. */
function withoutCards(run: string): string {
  const groups = run.split(/([ -])/);
  for (let from = 0; from < groups.length; from += 2) {
    let number = '';
    for (let to = from; to < groups.length && number.length <= 19; to += 2) {
      number += groups[to];
      if (isCard(number))
        return [
          ...groups.slice(0, from),
          removed,
          withoutCards(groups.slice(to + 1).join('')),
        ].join('');
    }
  }
  return run;
}

/** Whether digits are what a card could have on it: no card begins with 0, 1, 7, 8 or 9, and milliseconds since 1970 do with 1. */
function isCard(number: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
