/** Questions that must be refused: what each tries, the document, and its variables. */
export type Attack = [title: string, query: string, variables?: unknown];

const times = (count: number, make: (n: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, n) => make(n)).join(between);
const around = (count: number, open: string, inner: string, close: string) =>
  open.repeat(count) + inner + close.repeat(count);

const floods: Attack[] = [
  ['aliases', `{ ${times(101, (n) => `a${n}: me { id }`)} }`],
  [
    'aliases in a fragment',
    `{ ...f } fragment f on Query { ${times(101, (n) => `a${n}: __typename`)} }`,
  ],
  [
    'aliases of the schema',
    `{ ${times(100, (n) => `a${n}: __schema { types { fields { args { type { name kind } } } } }`)} }`,
  ],
  [
    'fragments',
    `{ ${times(201, (n) => `...f${n}`)} } ${times(201, (n) => `fragment f${n} on Query { __typename }`)}`,
  ],
  ['fields', `{ ${times(1001, () => '__typename')} }`],
  ['tokens', `{ me { ${times(10_001, () => 'id')} } }`],
  ['commas and fields', `{ me { ${times(10_001, () => 'id', ',,,')} } }`],
  [
    'fragments that nobody uses',
    `{ __typename } ${times(2000, (n) => `fragment f${n} on Query { me { id } }`)}`,
  ],
  ['a fragment that spreads itself', '{ ...f } fragment f on Query { ...f }'],
  [
    'fragments in a circle',
    `{ ...f0 } ${times(30, (n) => `fragment f${n} on Query { ...f${(n + 1) % 30} }`)}`,
  ],
  [
    'a circle below a field',
    '{ contacts { nodes { ...f } } } fragment f on Contact { associations { nodes { ...f } } }',
  ],
  [
    'fragments that double',
    `{ contacts(first: 100) { nodes { ...f0 } } } ${times(
      10,
      (n) =>
        `fragment f${n} on Contact { a: associations(first: 100) { nodes { ...f${n + 1} } } b: associations(first: 100) { nodes { ...f${n + 1} } } }`,
    )} fragment f10 on Contact { id }`,
  ],
  ['directives that are not there', `{ __typename ${times(3000, () => '@nothing')} }`],
  ['a directive again and again', `{ __typename ${times(1000, () => '@skip(if: false)')} }`],
  ['operations', times(1000, (n) => `query q${n} { me { id } }`)],
  ['variables', `query (${times(2000, (n) => `$v${n}: Int`)}) { __typename }`],
];

const depths: Attack[] = [
  ['fields', around(3000, '{ me ', '', '}')],
  ['inline fragments', around(3000, '{ ... ', '{ __typename }', '}')],
  [
    'inline fragments within bounds of brackets, of fields below',
    `{ contacts { nodes ${around(13, '{ ... { associations { nodes ', '{ id }', '} } }')} } }`,
  ],
  [
    'lists in a literal',
    `{ contacts(filter: {age: ${around(4000, '[', '1', ']')}}) { totalCount } }`,
  ],
  [
    'maps in a literal',
    `{ contacts(filter: ${around(2000, '{not: ', '{age: 1}', '}')}) { totalCount } }`,
  ],
  ['types of a variable', `query ($v: ${around(4000, '[', 'Int', ']')}) { __typename }`],
  ['brackets that stay open', '{ me '.repeat(3000)],
  ['introspection', `{ __schema { types ${around(9, '{ fields { type ', '{ name }', '} }')} } }`],
];

const pages =
  'contacts(first: 100) { nodes { associations(first: 100) { nodes { associations(first: $n) { nodes { id } } } } } }';

const costs: Attack[] = [
  ['a page by the default of a variable', `query ($n: Int = 100) { ${pages} }`],
  ['a page by a variable', `query ($n: Int) { ${pages} }`, { n: 100 }],
  [
    'links by a default beyond 100',
    'query ($n: Int = 100000) { contacts { nodes { associations(first: $n) { nodes { id } } } } }',
  ],
  ['links beyond 100', '{ contacts { nodes { associations(first: 101) { nodes { id } } } } }'],
  [
    'links by a negative variable',
    'query ($n: Int) { contacts { nodes { associations(first: $n) { totalCount } } } }',
    { n: -1 },
  ],
];

/** A filter or properties as a literal. */
const filter = (literal: string): [string] => [`{ contacts(filter: ${literal}) { totalCount } }`];
const given = (value: unknown): [string, unknown] => [
  'query ($v: JSON) { contacts(filter: $v) { totalCount } }',
  { v: value },
];
const create = (literal: string): [string] => [
  `mutation { createContact(properties: ${literal}) { id } }`,
];

const values: Attack[] = [
  ['an integer beyond 2^53', ...create('{age: 9007199254740993}')],
  ['a number of more digits than a double', ...create('{score: 0.12345678901234567890}')],
  ['2^53 + 1 with a point', ...create('{score: 9007199254740993.0}')],
  ['an integer of 400 digits', ...create(`{age: ${'9'.repeat(400)}}`)],
  ['an infinite number', ...create('{score: 1e400}')],
  ['a number that is too small', ...create('{score: 1e-400}')],
  ['a NUL', ...create(String.raw`{title: "a\u0000b"}`)],
  ['a NUL by code point', ...create(String.raw`{title: "\u{0}"}`)],
  ['half of a surrogate pair', ...create(String.raw`{title: "\uD800"}`)],
  ['a NUL in an id', String.raw`{ contact(id: "obj_\u0000") { id } }`],
  ['a NUL in a search', String.raw`{ contacts(query: "\u0000") { totalCount } }`],
  ['a NUL in a cursor', String.raw`{ contacts(after: "\u0000") { totalCount } }`],
  ['a property given twice', ...create('{age: 1, age: 2}')],
  ['a list of properties', ...create('[1]')],
  ['a text of properties', ...create('"age"')],
  ['a page of 2^31', '{ contacts(first: 2147483648) { totalCount } }'],
  ['a page by a text', '{ contacts(first: "20") { totalCount } }'],
  ['a page by a list', 'query ($n: Int) { contacts(first: $n) { totalCount } }', { n: [20] }],
  ['a page by a float', 'query ($n: Int) { contacts(first: $n) { totalCount } }', { n: 1.5 }],
  ['a page by true', 'query ($n: Int) { contacts(first: $n) { totalCount } }', { n: true }],
  ['a map for an id', 'query ($id: ID!) { contact(id: $id) { id } }', { id: { neq: 'x' } }],
  ['no id', 'query ($id: ID!) { contact(id: $id) { id } }', { id: null }],
  ['an id longer than any', `{ contact(id: "${'x'.repeat(300)}") { id } }`],
  ['an order that is none', '{ contacts(sort: "age", order: sideways) { totalCount } }'],
  [
    'SQL for an order',
    'query ($o: Order) { contacts(sort: "age", order: $o) { totalCount } }',
    { o: 'desc; select 1' },
  ],
  ['SQL for a sort', `{ contacts(sort: "age') desc --") { totalCount } }`],
  [
    'a variable of another type',
    'query ($f: String) { contacts(filter: $f) { totalCount } }',
    { f: 'x' },
  ],
  [
    'a version of text',
    'mutation { updateContact(id: "obj_x", properties: {}, version: "1") { id } }',
  ],
  ['a filter of a number', ...filter('5')],
  ['a filter of a text', ...filter('"age"')],
  ['a filter of lists', ...filter('[[5]]')],
  ['and of a number', ...filter('{and: 5}')],
  ['not of null', ...filter('{not: null}')],
  ['an association of a number', ...filter('{association: 7}')],
  ['an operator from the prototype', ...filter('{age: {constructor: 1}}')],
  ['a property from the prototype', ...given({ constructor: 1 })],
  ['a prototype in a variable', ...given(JSON.parse('{"__proto__": {"age": 1}}'))],
  ['SQL for a property', ...given({ "age' or true --": 1 })],
  ['SQL for an operator', ...given({ age: { 'gte 0 or 1=1 --': 1 } })],
  ['conditions from another shape', ...given({ operator: 'eq', property: { a: 1 }, value: 1 })],
  ['files by a text', '{ files(filter: "a") { totalCount } }'],
  ['files by a tenant', '{ files(filter: {tenant_id: "ten_x"}) { totalCount } }'],
  [
    'a cursor of another list',
    'query ($c: String) { files(after: $c) { totalCount } }',
    { c: 'b2Zmc2V0IDIw' },
  ],
  [
    'an offset beyond all',
    'query ($c: String) { users(after: $c) { totalCount } }',
    { c: Buffer.from('offset 9999999999').toString('base64url') },
  ],
];

export const attacks: Record<string, Attack[]> = { floods, depths, costs, values };
