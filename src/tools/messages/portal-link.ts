/** Where a contact opens the portal: the application there takes the token to POST /v1/portal/auth/verify. */
export function portalLink(target: string, token: string): string {
  const link = new URL(target);
  link.searchParams.set('token', token);
  return link.href;
}
