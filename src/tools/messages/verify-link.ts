/** The token of a link, its type, and where the browser goes then. */
interface Proof {
  token: string;
  type: string;
  redirect_to?: string | undefined;
}

/** The page that a link in a message opens. It asks first: programs that look into mails also follow links. */
export const verifyPage = (baseUrl: string, proof: Proof): string =>
  at(`${baseUrl}/v1/auth/verify/page`, proof);

/** The link for programs, which acts at once. */
export const verifyLink = (baseUrl: string, proof: Proof): string =>
  at(`${baseUrl}/v1/auth/verify`, proof);

function at(address: string, { token, type, redirect_to }: Proof): string {
  const link = new URL(address);
  link.searchParams.set('token', token);
  link.searchParams.set('type', type);
  if (redirect_to !== undefined) link.searchParams.set('redirect_to', redirect_to);
  return link.href;
}
