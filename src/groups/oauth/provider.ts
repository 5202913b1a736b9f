/** An identity provider as a tenant has set it up: what app.oauth_provider answers. */
export interface OAuthProvider {
  /** Its name in auth-config and in addresses: `google`. */
  provider: string;
  /** The name that people know it by. */
  name: string;
  /** Stands for all that decides who an account is: settings that change meanwhile are noticed by it. */
  fingerprint: string;
  client_id: string;
  /** Sealed; none for a public client. For Apple the private key that makes secrets, with team_id and key_id. */
  client_secret?: string;
  /** Further clients of the same application, such as its mobile one, whose id_tokens are taken. */
  client_ids?: string[];
  team_id?: string;
  key_id?: string;
  scopes: string[] | string;
  /** Of a provider that speaks OpenID Connect; everything else is found there. */
  issuer?: string;
  /** Of a provider that does not. */
  authorization_endpoint?: string;
  token_endpoint?: string;
  userinfo_endpoint?: string;
  emails_endpoint?: string;
  /** Where the fields stand in what userinfo_endpoint answers: `{subject: 'data.id'}`. */
  profile?: Record<string, string>;
  /** The claim that says whether the email is verified; true where only verified ones are shown. */
  email_verified?: string | boolean;
  response_mode?: 'query' | 'form_post';
  token_endpoint_auth_method?: string;
  /** False where the provider does not give the nonce back. */
  has_nonce?: boolean;
  /** See mock.ts. */
  is_mock?: boolean;
  authorization_params?: Record<string, string>;
}

/** The place of a client secret, for Box. */
export const secretPlace = (provider: string): string =>
  `auth_config.oauth.${provider}.client_secret`;

/** Its scopes and those that were asked for, once each. */
export function scopesOf({ scopes }: OAuthProvider, asked = ''): string {
  const own = typeof scopes === 'string' ? scopes.split(/[\s,]+/) : scopes;
  return [...new Set([...own, ...asked.split(/[\s,]+/)])].filter(Boolean).join(' ');
}
