const pattern = /^([0-9a-f]{32})\.[0-9A-Za-z]{43}$/;

/**
 * The tenant that a secret names: tokens of links, mfa_token, state, codes begin with it (app.auth_token_create,
 * app.challenge_create), so that a link need not name the tenant otherwise.
 */
export function tenantOfSecret(secret: unknown): string | undefined {
  const tenant = typeof secret === 'string' ? pattern.exec(secret)?.[1] : undefined;
  return tenant && `ten_${tenant}`;
}
