import pg from 'pg';

/**
 * In an address: the passwords of other keys. While ENCRYPTION_KEY is replaced, that of a role becomes another one at a
 * moment that no process knows.
 */
export const otherPasswords = 'insula_passwords';

/** The same address, with passwords to try where its own is refused. */
export function withOtherPasswords(url: string, others: readonly string[]): string {
  const parsed = new URL(url);
  parsed.searchParams.delete(otherPasswords);
  if (others.length > 0)
    parsed.searchParams.set(otherPasswords, others.map(encodeURIComponent).join(','));
  return parsed.href.replace(/\?.*/, (query) => query.replaceAll('+', '%20'));
}

/** The same address with its next password, if it remembers several: the one that it had is tried last. */
export function withNextPassword(url: string): string | undefined {
  const parsed = new URL(url);
  const [next, ...others] =
    parsed.searchParams.get(otherPasswords)?.split(',').map(decodeURIComponent) ?? [];
  if (next === undefined) return undefined;
  const inQuery = parsed.searchParams.get('password');
  const before = inQuery ?? decodeURIComponent(parsed.password);
  if (inQuery === null) parsed.password = encodeURIComponent(next);
  else parsed.searchParams.set('password', next);
  return withOtherPasswords(parsed.href, [...others, before]);
}

/** How many passwords an address knows. */
const countOf = (url: string): number =>
  url.includes(otherPasswords)
    ? 1 + (new URL(url).searchParams.get(otherPasswords)?.split(',').length ?? 0)
    : 1;

const isRefused = (error: unknown): boolean => (error as pg.DatabaseError).code === '28P01';

/**
 * Does what needs a connection, with one password of the address after the other until it is let in.
 * @param connect throws the error of the connection
 */
export async function withAnyPassword<T>(
  url: string,
  connect: (url: string) => Promise<T>,
): Promise<T> {
  let at = url;
  for (let left = countOf(url); ; left--)
    try {
      return await connect(at);
    } catch (error) {
      const next = withNextPassword(at);
      if (left <= 1 || next === undefined || !isRefused(error)) throw error;
      at = next;
    }
}

type Got = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: as the types of pg have it
  done: (release?: any) => void,
) => void;

/** A pool of connections; of an address that knows several passwords, with the one that the server takes now. */
export const poolOf = (options: pg.PoolConfig): pg.Pool =>
  countOf(options.connectionString ?? '') > 1 ? new KeyedPool(options) : new pg.Pool(options);

class KeyedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(got: Got): void;
  override connect(got?: Got): Promise<pg.PoolClient> | undefined {
    const connected = this.connected();
    if (!got) return connected;
    connected.then(
      (client) => got(undefined, client, client.release.bind(client)),
      (error) => got(error, undefined, () => {}),
    );
    return undefined;
  }

  private async connected(): Promise<pg.PoolClient> {
    // One more: a connection that had to wait may have been made with the password of before.
    for (let left = 1 + countOf(this.address); ; left--) {
      const { address } = this;
      try {
        return await super.connect();
      } catch (error) {
        if (left <= 1 || !isRefused(error)) throw error;
        // Unless another connection has found out meanwhile.
        if (this.address === address)
          this.options.connectionString = withNextPassword(address) ?? address;
      }
    }
  }

  private get address(): string {
    return this.options.connectionString ?? '';
  }
}
