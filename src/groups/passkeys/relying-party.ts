/** The signature algorithms of passkeys (COSE): Ed25519, ES256, RS256. */
export const passkeyAlgorithms = [-8, -7, -257];

/** The answer of app.passkey_settings. */
export interface PasskeySettings {
  rp_id: string | null;
  rp_name: string;
  origins: string[] | null;
  site_url: string | null;
}

/** The relying party of passkeys (WebAuthn): a domain, and the pages on it that may ask for them. */
export interface RelyingParty {
  name: string;
  /** For the page that asks. */
  id: string;
  /** Of every page that may ask. */
  ids: string[];
  origins: string[];
}

/**
 * The relying party of a tenant: its own `rp_id` and `origins`, else those of its `site_url` and of this API.
 * @param page the header Origin of the request, if it has one
 */
export function relyingParty(
  settings: PasskeySettings,
  baseUrl: string,
  page?: string,
): RelyingParty {
  const own = settings.origins?.length ? settings.origins : [settings.site_url, baseUrl];
  const origins = [...new Set(own.flatMap((url) => (url ? [originOf(url)] : [])))];
  const hosts = origins.map(hostOf).filter((host) => host !== '');
  const ids = settings.rp_id ? [settings.rp_id] : [...new Set([...hosts, hostOf(baseUrl)])];
  const asking = page && origins.includes(page) ? hostOf(page) : '';
  const id = settings.rp_id ?? (asking || (ids[0] as string));
  return { name: settings.rp_name, id, ids, origins };
}

/** Apps have origins that are no web addresses, such as android:apk-key-hash:…: those stay as they are. */
function originOf(url: string): string {
  const origin = URL.parse(url)?.origin;
  return !origin || origin === 'null' ? url : origin;
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';
