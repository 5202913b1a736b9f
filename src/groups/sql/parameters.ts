import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { elementOf, isJson } from './values.ts';

/** The part of a connection that speaks the protocol: pg has no types for it. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name?: string | undefined }): void;
  describe(what: { type: 'S'; name: string }): void;
  flush(): void;
  sync(): void;
  once(event: 'parameterDescription', hear: (said: Described) => void): void;
  off(event: 'parameterDescription', hear: (said: Described) => void): void;
}

interface Described {
  dataTypeIDs: number[];
}

/** The parts of pg.Query that are overridden. */
interface OwnQuery extends pg.Query {
  text: string;
  name?: string;
  values: unknown[];
  prepare(wire: Wire): void;
  hasBeenParsed(wire: Wire): unknown;
  handleError(error: Error, wire: Wire): void;
}

const PgQuery = pg.Query as unknown as new (config: object) => OwnQuery;

/** The types of parameters, by the text of their statement: what its names stand for is part of that. */
const known = new LRUCache<string, number[]>({
  maxSize: 5_000_000,
  sizeCalculation: (types, text) => text.length + 8 * types.length,
});

/**
 * A statement whose parameters are written in the types that PostgreSQL infers for them. It is asked for these only where
 * a value is a list or a map, which one type writes unlike another, and once for each text; that is one round trip more.
 */
export class TypedQuery extends PgQuery {
  private isDescribed = false;
  private hear: ((said: Described) => void) | undefined;

  override prepare(wire: Wire): void {
    const types = this.values.some(isOfManyForms) ? known.get(this.text) : [];
    if (types) this.bind(wire, types);
    else this.ask(wire);
  }

  private ask(wire: Wire): void {
    if (!this.hasBeenParsed(wire)) {
      wire.parse({ text: this.text, name: this.name });
      if (this.name) wire.submittedNamedStatements[this.name] = this.text;
    }
    this.hear = ({ dataTypeIDs }) => {
      this.hear = undefined;
      this.isDescribed = true;
      known.set(this.text, dataTypeIDs);
      wire.stream.cork();
      this.bind(wire, dataTypeIDs);
      wire.stream.uncork();
    };
    wire.once('parameterDescription', this.hear);
    wire.describe({ type: 'S', name: this.name ?? '' });
    wire.flush();
  }

  private bind(wire: Wire, types: number[]): void {
    this.values = this.values.map((value, n) => writeParameter(types[n] ?? 0, value));
    super.prepare(wire);
  }

  override hasBeenParsed(wire: Wire): unknown {
    return this.isDescribed || super.hasBeenParsed(wire);
  }

  override handleError(error: Error, wire: Wire): void {
    if (this.hear) {
      wire.off('parameterDescription', this.hear);
      this.hear = undefined;
      // Until then PostgreSQL passes over everything that comes.
      wire.sync();
    }
    super.handleError(error, wire);
  }
}

const isOfManyForms = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * A JSON value as PostgreSQL reads one of a type: a list for an array type is an array, for any other it is JSON, as a map
 * is. A text goes as it is, so for jsonb it is a text of JSON.
 */
export function writeParameter(type: number, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const element = elementOf(type);
  if (element !== undefined && Array.isArray(value)) return writeArray(element, value);
  return isOfManyForms(value) ? JSON.stringify(value) : String(value);
}

function writeArray(element: number, items: unknown[]): string {
  const written = items.map((item) => {
    if (item === null) return 'NULL';
    // Lists in a list are further dimensions; of JSON they are values.
    if (Array.isArray(item) && !isJson(element)) return writeArray(element, item);
    const text = isJson(element) ? JSON.stringify(item) : String(writeParameter(element, item));
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${written.join(',')}}`;
}
