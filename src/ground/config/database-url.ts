/**
 * How connections to PostgreSQL are encrypted: `sslmode` and `sslrootcert` of DATABASE_URL mean what they mean for
 * PostgreSQL's own programs. node-pg takes every mode but `disable` for `verify-full` unless it is told otherwise.
 */
const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Says what is wrong with how an address is to be encrypted. */
export function sslFault(url: string): string | undefined {
  const { searchParams } = new URL(url);
  // node-pg and PostgreSQL's own programs take the last one, whatever the first one promises.
  const twice = ['sslmode', 'sslrootcert', 'uselibpqcompat'].find(
    (name) => searchParams.getAll(name).length > 1,
  );
  if (twice) return `${twice} is given twice`;
  const { mode, root } = sslOf(url);
  if (mode === null || saysItself(url)) return undefined;
  if (!modes.includes(mode)) return `sslmode must be one of ${modes.join(', ')}`;
  if (mode === 'verify-ca' && (root === null || root === 'system'))
    return 'sslmode=verify-ca needs sslrootcert, the file with the certificate of your own authority; with a public one use verify-full';
  return undefined;
}

/** Says that an encrypted connection is not checked to lead to the right server. */
export function sslWarning(url: string): string | undefined {
  const { mode, root } = sslOf(url);
  if (saysItself(url) || root !== null || !(mode === 'prefer' || mode === 'require'))
    return undefined;
  return (
    `DATABASE_URL: sslmode=${mode} encrypts, and does not check which server answers. ` +
    'sslmode=verify-full does; add sslrootcert=<file> for an authority of your own.'
  );
}

/** The same address as node-pg has to be told it. */
export function withSsl(url: string): string {
  const { mode } = sslOf(url);
  if (mode === null || saysItself(url)) return url;
  // Those of the system are what Node takes unless a file is named.
  const named = url.replace(/([?&])sslrootcert=system(&|$)/, (_, before, after) =>
    after ? before : '',
  );
  return `${named}&uselibpqcompat=true`;
}

/** Whether an address uses node-pg's own words, which keep their meaning. */
const saysItself = (url: string): boolean => {
  const { searchParams } = new URL(url);
  return searchParams.has('uselibpqcompat') || searchParams.get('sslmode') === 'no-verify';
};

function sslOf(url: string): { mode: string | null; root: string | null } {
  const { searchParams } = new URL(url);
  return { mode: searchParams.get('sslmode'), root: searchParams.get('sslrootcert') };
}
