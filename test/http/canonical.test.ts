import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, canonicalInTurn, nfc } from '../../src/ground/shapes/canonical.ts';
import { emailAddress } from '../../src/ground/shapes/schemas.ts';
import { createForm, send } from '../forms/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { fileForm } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);

/** Characters that canonical equality is about: composed, ordered marks, singletons, Hangul, kana, scripts of India. */
const parts = [
  ...['é', 'Å', 'ǖ', 'ệ', 'ﬁ', 'ñ', 'ё', 'й', '각', '한글', 'が', 'ペ', 'ά', 'क़', 'র়', 'গো', 'שׁ'],
  ...['\u212b', '\u2126', '\u212a', '\uf900', 'q\u0307\u0323', 'a\u0323\u0307', 'Z', 'x', '1'],
];
const texts = fc
  .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 })
  // The last letter makes it a text of its own, and one that an index of words knows.
  .map((chosen) => `${chosen.join('')}k`);
const nfd = (text: string) => text.normalize('NFD');
/** As json.dumps of Python writes it. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

describe('a text', () => {
  const unsafe = fc.constantFrom(
    '\u0301',
    '\u0323',
    'e',
    '"',
    '\\',
    '\n',
    '<',
    '\u1161',
    '\ud83d\ude00',
  );
  const any = fc.oneof(texts, fc.string({ unit: 'binary' }), fc.string({ unit: unsafe }));

  it('is its NFC wherever it stands in a value, and nothing else of the value changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), any, async (value, text) => {
        const made = { value, [text]: [text, { deep: text }] };
        const copy = () => JSON.parse(JSON.stringify(made));
        const asNfc = JSON.parse(JSON.stringify(made), (_, one) => {
          if (typeof one === 'string') return one.normalize('NFC');
          if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
          return Object.fromEntries(
            Object.entries(one).map(([name, of]) => [name.normalize('NFC'), of]),
          );
        });
        expect(canonical(copy())).toEqual(asNfc);
        expect(await canonicalInTurn(copy())).toEqual(asNfc);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same when it is long enough to be cut', async () => {
    for (const unit of ['한국어', 'e\u0301\u0323', '\u0301', '𑂚', 'か\u3099x', 'গ\u09c7\u09be']) {
      const long = nfd(unit.repeat(60_000));
      const { text } = await canonicalInTurn({ text: long });
      expect(text).toBe(unit === '\u0301' ? long : long.normalize('NFC'));
    }
  });

  it('is cut wherever it is long, so that others are served in between', async () => {
    const kirat = '\u{16d68}';
    const marked = `a${'\u0323\u0301'.repeat(15)}`;
    for (const unit of [
      '😀',
      '\u1161',
      '\u1161\u11a8',
      '\u1100\u1161\u11a8',
      kirat,
      '\u0301',
      marked,
    ]) {
      const long = unit.repeat(Math.ceil(1_000_000 / unit.length));
      let rounds = 0;
      let isOver = false;
      const turn = () => {
        rounds++;
        if (!isOver) setImmediate(turn);
      };
      turn();
      const [text, key] = await Promise.all([
        canonicalInTurn({ text: long }).then((made) => made.text),
        canonicalInTurn({ [long]: 1 }).then((made) => Object.keys(made)[0]),
      ]);
      isOver = true;
      expect(rounds, unit).toBeGreaterThan(15);
      for (const made of [text, key])
        expect(
          made === ([kirat, '\u0301'].includes(unit) ? long : long.normalize('NFC')),
          unit,
        ).toBe(true);
    }
  });

  it('with more marks on a character than any language has stays as it is, in no time', () => {
    const marks = `a${'\u0301\u0323'.repeat(500_000)}`;
    expect(nfc(marks)).toBe(marks);
    // Letters that join as marks do.
    for (const vowel of ['\u{16d67}', '\u{16d68}']) {
      const vowels = vowel.repeat(1_000_000);
      expect(nfc(vowels) === vowels).toBe(true);
      expect(nfc(`${vowel}${vowel}a`)).toBe(`${vowel}${vowel}a`.normalize('NFC'));
    }
    expect(nfc('\u212a'.repeat(1_000_000))).toBe('K'.repeat(1_000_000));
  });

  it('that is a secret stays as it was sent', () => {
    const secret = { client_secret: 'e\u0301', config_json: { password: 'e\u0301' } };
    expect(canonical(structuredClone(secret))).toEqual(secret);
    expect(canonical({ properties: { password: 'e\u0301' } })).toEqual({
      properties: { password: 'é' },
    });
  });
});

describe('written in one form and searched in another', () => {
  /** A text is written and then searched; true if it is found. */
  const cases: Record<string, (api: TenantClient, name: string) => Promise<boolean>> = {
    'a value, by a filter': async (api, text) => {
      const id = await create(api, { name: nfd(text) });
      const filters = { name: { eq: text.normalize('NFC') } };
      return (await search(api, { filters })).some((one) => one.id === id);
    },
    'a value, in any spelling of a list': async (api, text) => {
      const id = await create(api, { name: text.normalize('NFC') });
      const filters = [{ property: 'name', operator: 'in', value: [nfd(text)] }];
      return (await search(api, { filters })).some((one) => one.id === id);
    },
    'a value, as JSON in ASCII': async (api, text) => {
      const id = await create(api, { name: text });
      const body = escaped({ filters: { name: { contains: nfd(text) } } });
      const headers = { 'content-type': 'application/json' };
      const answer = await api.send('POST', `${path}/search`, { body, headers });
      return answer.body.data.results.some((one: { id: string }) => one.id === id);
    },
    'a value, by its words': async (api, text) => {
      const id = await create(api, { name: nfd(text) });
      return (await search(api, { query: `"${text.normalize('NFC')}"` })).some(
        (one) => one.id === id,
      );
    },
    'a value deep in a map, and a name there': async (api, text) => {
      const id = await create(api, { free: { [nfd(text)]: { deep: [nfd(text)] } } });
      const { body } = await api.get(`${path}/${id}`);
      const composed = text.normalize('NFC');
      return body.data.properties.free[composed]?.deep[0] === composed;
    },
    'a unique value, twice': async (api, text) => {
      await api.post(path, { properties: { code: nfd(text) } });
      const again = await api.post(path, { properties: { code: text.normalize('NFC') } });
      return again.status === 409;
    },
    'a value, by SQL': async (api, text) => {
      const id = await create(api, { name: text.normalize('NFC') });
      const asked = { sql: `select id from ${type} where name = $1`, params: [nfd(text)] };
      const byParameter = (await api.post('/v1/sql', asked)).body.data.rows;
      const sql = `select id from ${type} where name = '${nfd(text)}'`;
      const byLiteral = (await api.post('/v1/sql', { sql })).body.data.rows;
      return [byParameter, byLiteral].every((rows) => rows.some((one: Row) => one.id === id));
    },
    'a value, by GraphQL': async (api, text) => {
      const named = escaped(nfd(text));
      const query = `mutation { ${create_}(properties: {name: ${named}}) { id name } }`;
      const { body } = await api.post('/v1/graphql', { query });
      return body.data[create_].name === text.normalize('NFC');
    },
    'a row of a CSV file': async (api, text) => {
      const data = `name,code\n"${nfd(text)}",\n`;
      await api.post('/v1/data/import', { object_type_id: type, format: 'csv', data });
      return (await search(api, { filters: { name: { eq: text.normalize('NFC') } } })).length > 0;
    },
    'a name of a file': async (api, text) => {
      const body = fileForm('x', `${nfd(text)}.txt`, { folder: nfd(text) });
      const made = await api.send('POST', '/v1/files/upload', { body });
      const asked = { filename: text.normalize('NFC'), folder: text.normalize('NFC') };
      const found = (await api.post('/v1/files/search', asked)).body.data.results;
      return found.some((one: Row) => one.id === made.body.data.id);
    },
    'a name of a file that comes in parts': async (api, text) => {
      const name = Buffer.from(`${nfd(text)}.txt`).toString('base64');
      await api.send('POST', '/v1/files/resumable', {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': `filename ${name}`,
        },
      });
      const { rows } = await server.db.query(
        'select 1 from app.files where tenant_id = $1 and filename = $2',
        [api.tenant.id, `${text.normalize('NFC')}.txt`],
      );
      return rows.length > 0;
    },
    'a comment, in a query': async (api, text) => {
      const object_id = await create(api, {});
      const body = { object_type_id: type, object_id, body: nfd(text) };
      const { id } = (await api.post('/v1/comments', body)).body.data;
      const query = encodeURIComponent(text.normalize('NFC'));
      const found = (await api.get(`/v1/comments?query=${query}`)).body.data.results;
      return found.some((one: Row) => one.id === id);
    },
    'a tag, twice': async (api, text) => {
      await api.post('/v1/files/tags', { name: nfd(text) });
      return (await api.post('/v1/files/tags', { name: text.normalize('NFC') })).status === 409;
    },
    'the title of a short URL': async (api, text) => {
      const body = { url: 'https://example.com', title: nfd(text) };
      const { id } = (await api.post('/v1/short-urls', body)).body.data;
      const query = encodeURIComponent(text.normalize('NFC'));
      return JSON.stringify((await api.get(`/v1/short-urls?search=${query}`)).body).includes(id);
    },
    'what a form was sent with, as browsers post it and as JSON': async (api, text) => {
      form ??= createForm(api, { name: 'words', fields: [{ name: 'said', label: 'Said' }] });
      const { id } = await form;
      const page = await fetch(`${server.url}/f/${id}`, {
        method: 'POST',
        headers: anotherAddress(),
        body: new URLSearchParams({ said: `${nfd(text)}1` }),
        redirect: 'manual',
      });
      await send(api, id, { said: `${nfd(text)}2` });
      const query = encodeURIComponent(text.normalize('NFC'));
      const path = `/v1/forms/${id}/submissions?search=${query}`;
      const found = JSON.stringify((await api.get(path)).body);
      const composed = text.normalize('NFC');
      return page.status === 303 && [1, 2].every((n) => found.includes(`${composed}${n}`));
    },
    'the condition of a view': async (api, text) => {
      const id = await create(api, { name: text.normalize('NFC') });
      const filters = [{ property: 'name', operator: 'eq', value: nfd(text) }];
      const view = await api.post(`/v1/object-types/${type}/views`, { name: 'Some', filters });
      const { body } = await api.get(`/v1/object-types/${type}/views/${view.body.data.id}/results`);
      return body.data.results.some((one: Row) => one.id === id);
    },
    'the name of a user': async (api, text) => {
      const { user, client } = await signUp(api);
      await client.patch('/v1/auth/user', { user_metadata: { name: nfd(text) } });
      const query = encodeURIComponent(text.normalize('NFC'));
      const found = (await api.get(`/v1/users?search=${query}`)).body.data;
      return JSON.stringify(found).includes(user.id);
    },
  };
  type Row = { id: string };
  let form: Promise<{ id: string }> | undefined;
  const type = 'texts';
  const create_ = 'createText';
  const path = `/v1/objects/${type}`;
  const create = async (api: TenantClient, properties: object): Promise<string> =>
    (await api.post(path, { properties })).body.data.id;
  const search = async (api: TenantClient, body: object): Promise<Row[]> =>
    (await api.post(`${path}/search`, body)).body.data.results;
  const tenant = createTenantOnce();

  it.for(Object.entries(cases))('%s is found', async ([, isFound]) => {
    const api = await tenant();
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await isFound(api, text)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });

  function createTenantOnce() {
    let made: Promise<TenantClient> | undefined;
    return () => {
      made ??= (async () => {
        const api = await createTenant(server);
        const properties = { name: 'string', free: 'object', code: unique };
        await defineType(api, properties, { name: type });
        return api;
      })();
      return made;
    };
  }
});
const unique = { data_type: 'string', is_unique: true };

describe('an email', () => {
  const addresses = ['ad\u212a@example.com', '\u0130d@example.com', 'é@example.com'];

  it.for(addresses)('%s is refused at the sign-up and as a property', async (email) => {
    const type = await defineType(api, { email: 'email' });
    const up = await api.as(undefined).post('/v1/auth/signup', {
      ...{ email, password: 'a long enough one', tenant_id: api.tenant.id },
    });
    const made = await api.post(type.path, { properties: { email } });
    expect([up.status, made.status]).toEqual([400, 400]);
    expect(made.body.error.details[0].path).toBe('properties.email');
  });

  it('is refused or taken by both alike', async () => {
    const unit = fc.constantFrom(..."aZ9.-_+'&!@é \u212a".split(''));
    const email = fc.tuple(fc.string({ unit, maxLength: 6 }), fc.string({ unit, maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(email, async ([local, domain]) => {
        const address = `${local}@${domain}.example`;
        const own = await server.db.query('select app.email_value($1) is not null as fits', [
          address,
        ]);
        expect(own.rows[0].fits).toBe(emailAddress.safeParse(address).success);
      }),
      { numRuns: 300 },
    );
  });
});
