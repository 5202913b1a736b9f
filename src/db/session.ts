import type pg from 'pg';

/** In an address: a pooler in between drops the settings in `options`, so each connection sets them itself. */
const mark = 'insula_settings';

/** The same address, for a way to the server that loses the settings of a session (`options`), as PgBouncer does. */
export function withSettingsAfter(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set(mark, 'after');
  return parsed.href.replace(/\?.*/, (query) => query.replaceAll('+', '%20'));
}

/** Whether the settings of an address are set on each of its connections, and not sent when one is opened. */
function setsSettingsAfter(url: string): boolean {
  return new URL(url).searchParams.get(mark) === 'after';
}

interface Address {
  connectionString: string;
  /** Sets what the address could not send; of a pool, before a connection is used. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
}

/**
 * The connection settings for pg: as they are for a pool, for a client with `onConnect` called once it has connected.
 * @param look is done then, with the settings made
 */
export function addressed(url: string, look?: Address['onConnect']): Address {
  if (!setsSettingsAfter(url)) return { connectionString: url, ...(look && { onConnect: look }) };
  const parsed = new URL(url);
  const settings = settingsOf(parsed.searchParams.get('options') ?? '');
  parsed.searchParams.delete('options');
  const connectionString = parsed.href;
  if (settings.length === 0) return { connectionString, ...(look && { onConnect: look }) };
  const calls = settings.map((_, n) => `set_config($${2 * n + 1}, $${2 * n + 2}, false)`);
  const text = `select ${calls.join(', ')}`;
  return {
    connectionString,
    async onConnect(client) {
      await client.query(text, settings.flat());
      await look?.(client);
    },
  };
}

/** `-c name=value` and `--name=value` of an `options`, in their order, but the role last: it may set less than who logs in. */
function settingsOf(options: string): Array<[name: string, value: string]> {
  // A backslash keeps the space behind it.
  const words = options.match(/(?:\\.|\S)+/g) ?? [];
  const pairs = words
    .map((word) => word.replace(/^(?:-c|--)/, '').replace(/\\(.)/g, '$1'))
    .flatMap((word): Array<[string, string]> => {
      const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name.replaceAll('-', '_'), value]];
    });
  return pairs.sort(([a], [b]) => Number(a === 'role') - Number(b === 'role'));
}
