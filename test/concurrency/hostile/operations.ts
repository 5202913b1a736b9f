import { type Schema, texts, Values, type Way } from './values.ts';

/** An operation, and how its hostile bodies are made: only when they are sent, as together they are gigabytes. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  scope: string;
  bodies: Body[];
}
export interface Body {
  /** Such as `email.send html long {{a}}`. */
  name: string;
  type: string;
  make(): string | Buffer;
}

interface Described {
  operationId: string;
  'x-scope': string;
  requestBody?: { content: Record<string, { schema?: Schema; example?: Record<string, unknown> }> };
}
export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** Of one body: a little less than 5 MB and 20,000 values. */
const room = { bytes: 4_600_000, values: 18_000, levels: 56, text: 'a' };
/** A field that may be so long is tried by itself, beside an example of the others. */
const large = 4_000;
/** A field without an end, which is one of hundreds like it: what takes more than time that grows with the length shows. */
const openBytes = 300_000;
const nested: Way[] = ['maps', 'lists', 'and', 'not'];
/** All of them where the field is something of its own, such as a page or a style sheet; else two of them in turn. */
const someTexts = (most: number) =>
  most > 10_000 && most < Number.POSITIVE_INFINITY
    ? texts
    : texts.filter((_, n) => (n + turn) % texts.length < 2);
/** Fields of a kind take turns with what they are filled with. */
let turn = 0;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';

/** Every operation of a document that takes a body. */
export function operationsOf({ paths, components }: Document): Operation[] {
  const values = new Values(components.schemas);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody)
      .map(([method, { operationId: id, 'x-scope': scope, requestBody }]) => ({
        id,
        method: method.toUpperCase(),
        path,
        scope,
        bodies: Object.entries(requestBody?.content ?? {}).flatMap(([type, content]) =>
          bodiesOf(values, type, content).map((body) => ({ ...body, name: `${id} ${body.name}` })),
        ),
      })),
  );
}

function bodiesOf(
  values: Values,
  type: string,
  { schema, example }: { schema?: Schema; example?: Record<string, unknown> },
): Body[] {
  if (type === form) return forms(values, schema ?? {});
  if (type === 'multipart/form-data') return parts(values.resolve(schema ?? {}));
  if (type === 'message/rfc822') return mails.map(([name, make]) => ({ name, type, make }));
  if (type === json) return jsons(values, schema ?? {}, example);
  return [
    { name: 'bytes', type, make: () => Buffer.alloc(room.bytes, 'a') },
    { name: 'a form', type: form, make: manyPairs },
    { name: 'a form of one name', type: form, make: oneName },
    { name: 'parts', type: multipart, make: () => manyParts('a') },
  ];
}

function jsons(values: Values, schema: Schema, example?: Record<string, unknown>): Body[] {
  const one = (name: string, make: () => unknown): Body => ({
    name,
    type: json,
    make: () => JSON.stringify(make()),
  });
  const whole = (['long', 'many', 'maps'] as const).map((way) =>
    one(`all ${way}`, () => values.of(schema, way, room)),
  );
  const others = example ?? (values.least(schema) as object);
  const fields = Object.entries(values.resolve(schema).properties ?? {});
  const single = fields.flatMap(([name, part]) => {
    const most = values.most(part);
    if (most < large) return [];
    const isOpen = most === Number.POSITIVE_INFINITY;
    const own = isOpen ? { ...room, bytes: openBytes } : room;
    const field = (way: Way, text = 'a') =>
      one(`${name} ${way} ${text}`, () => ({
        ...others,
        [name]: values.of(part, way, { ...own, text }),
      }));
    turn += 1;
    if (values.isText(part)) return someTexts(most).map((text) => field('long', text));
    if (!isOpen) return [field('long'), field('many')];
    return [
      field('long', texts[turn % texts.length]),
      field('many'),
      field(nested[turn % nested.length] as Way),
    ];
  });
  return [...whole, ...single];
}

const manyPairs = () =>
  Array.from({ length: 600_000 }, (_, n) => `a${n}=`)
    .join('&')
    .slice(0, room.bytes);

const oneName = () => 'a=&'.repeat(room.bytes / 3);

function forms(values: Values, schema: Schema): Body[] {
  const names = Object.keys(values.resolve(schema).properties ?? {});
  const pairs = (text: string) =>
    names
      .map((name) => `${name}=${text.repeat(room.bytes / names.length / text.length)}`)
      .join('&');
  return [
    { name: 'many pairs', type: form, make: manyPairs },
    { name: 'one name', type: form, make: oneName },
    ...['a', '%41', '%', '+', 'PHNhbWw'].map((text) => ({
      name: `pairs of ${text}`,
      type: form,
      make: () => pairs(text),
    })),
  ];
}

const part = (name: string, text: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const manyParts = (name: string) =>
  `${Array.from({ length: 100_000 }, (_, n) => part(`${name}${n}`, ''))
    .join('')
    .slice(0, room.bytes)}--x--`;

const parts = (schema: Schema): Body[] => [
  { name: 'many parts', type: multipart, make: () => manyParts('a') },
  ...texts.map((text) => ({
    name: `parts of ${text}`,
    type: multipart,
    make: () =>
      `${Object.keys(schema.properties ?? {})
        .map((name) => part(name, text.repeat(90_000 / text.length)))
        .join('')}--x--`,
  })),
];

const head = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: a\r\n';
const mails: Array<[string, () => string]> = [
  ['text', () => `${head}\r\n${'a '.repeat(room.bytes / 2)}`],
  ['links', () => `${head}\r\n${'http://a.b/ '.repeat(room.bytes / 12)}`],
  ['addresses', () => `${head}Cc: ${'a@b.c, '.repeat(room.bytes / 7)}\r\n\r\na`],
  ['headers', () => `${head}${'X-A: b\r\n'.repeat(room.bytes / 8)}\r\na`],
  ['encoded words', () => `${head}X-B: ${'=?utf-8?Q?a?=\r\n '.repeat(room.bytes / 17)}\r\n\r\na`],
  ['html', () => `${head}Content-Type: text/html\r\n\r\n${'<div><p>a'.repeat(room.bytes / 9)}`],
  [
    'quoted',
    () =>
      `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=41=\r\n'.repeat(room.bytes / 6)}`,
  ],
  [
    'parts',
    () =>
      `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(100_000)}--x--`,
  ],
  [
    'parts in parts',
    () =>
      head +
      Array.from(
        { length: 2_000 },
        (_, n) => `Content-Type: multipart/mixed; boundary=x${n}\r\n\r\n--x${n}\r\n`,
      ).join(''),
  ],
];
