import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { type Ran, runCli } from '../support/cli.ts';
import { paste } from '../support/curl.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
let first: Ran;

const demo = (...options: string[]) =>
  runCli(['demo', '--url', server.url, '--token', api.token, ...options]);
const list = async (type: string, query = '') =>
  (await api.get(`/v1/objects/${type}/list?limit=1${query}`)).body.data;
const properties = async (type: string, query: string) =>
  (await list(type, query)).results[0].properties;

beforeAll(async () => {
  first = await demo();
});

describe('the first insula demo', () => {
  it('loads every data set completely, and reports it in plain lines without a terminal', async () => {
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const counts = {
      movies: 3201,
      airports: 3376,
      cars: 406,
      penguins: 344,
      countries: 682,
      earthquakes: 1707,
      'seattle-weather': 1461,
    };
    for (const [type, count] of Object.entries(counts)) {
      expect((await list(type)).total).toBe(count);
      const shown = count.toLocaleString('en');
      expect(first.stdout).toMatch(new RegExp(`^  ${type} +${shown} objects in [\\d.]+ s$`, 'm'));
    }
    expect(first.stdout).toMatch(/^ {2}11,177 objects in [\d.]+ s, [\d,]+ a second$/m);
  });

  it('prints what the tenant uses at the end, and the command that asks for it', () => {
    const [, end = ''] = first.stdout.split('What the tenant uses now, on the plan unlimited');
    expect(end).toContain(`/v1/analytics?period=24h`);
    expect(end).toMatch(/^ {2}objects +11,17\d$/m);
    expect(end).toMatch(/^ {2}bytes of files +[\d,]{7,}$/m);
    expect(end).toMatch(/^ {2}users +\d+$/m);
    expect(end).toMatch(/^ {2}calls in 24 hours +[\d,]+$/m);
  });

  it('answers a question from the movies, and names them', () => {
    const [, shown = ''] = first.stdout.split('which comes with the server:');
    expect(shown).toContain('/v1/ai/chat');
    expect(shown).toContain('director: James Cameron [1]');
    expect(shown).toMatch(/^ {2}\[1\] obj_[0-9a-f]{32} Avatar$/m);
  });

  it('keeps the values of the data files', async () => {
    expect(await properties('movies', '&sort=worldwide_gross&order=desc')).toMatchObject({
      title: 'Avatar',
      worldwide_gross: 2767891499,
      director: 'James Cameron',
      release_date: '2009-12-18',
      mpaa_rating: 'PG-13',
    });
    expect(await properties('cars', '&sort=weight_in_lbs&order=desc')).toEqual({
      name: 'pontiac safari (sw)',
      miles_per_gallon: 13,
      cylinders: 8,
      displacement: 400,
      horsepower: 175,
      weight_in_lbs: 5140,
      acceleration: 12,
      year: '1971-01-01',
      origin: 'USA',
    });
    expect(await properties('airports', '&sort=latitude&order=desc')).toMatchObject({
      iata: 'BRW',
      state: 'AK',
      latitude: 71.2854475,
    });
    expect(await properties('earthquakes', '&sort=mag&order=desc')).toMatchObject({
      mag: 6.4,
      place: '22km NNE of Hualian, Taiwan',
      time: '2018-02-06T15:50:42.4+00:00',
      tsunami: false,
    });
  });

  it('defines types from the data', async () => {
    const { body } = await api.get('/v1/object-types/cars/properties');
    const byName = Object.fromEntries(
      body.data.map((property: { name: string }) => [property.name, property]),
    );
    expect(byName.origin).toMatchObject({
      data_type: 'enum',
      enum_values: ['Europe', 'Japan', 'USA'],
      is_indexed: true,
    });
    expect(byName.horsepower).toMatchObject({ data_type: 'integer', is_sortable: true });
    expect(byName.miles_per_gallon.data_type).toBe('number');
    expect(byName.year.data_type).toBe('date');
  });

  it('answers its own questions', () => {
    expect(first.stdout).toContain(
      '→ Avatar 2,767,891,499 · Titanic 1,842,879,955 · The Lord of the Rings: The Return of the King 1,133,027,325',
    );
    expect(first.stdout).toContain('→ 10 found: Mononoke-hime · The Big Lebowski · Toy Story ·');
    expect(first.stdout).toContain('→ 17 found: The Scorpion <mark>King</mark> ·');
    expect(first.stdout).toContain('Drama 40,476,168,953 (789 movies, 6.8)');
    expect(first.stdout).toContain('→ 2015-12-01 284.5 mm · 2014-03-01 240 mm');
    expect(first.stdout).toMatch(/→ transaction \d+: 201, 200/);
    expect(first.stdout).toMatch(/→ Avatar {2}\(/);
    expect(first.stdout).toContain('→ 2 undone, 0 conflicts');
    expect(first.stdout).toContain('→ version 2, running_time_min 162');
    expect(first.stdout).toContain('→ 400 VALIDATION_ERROR: properties.horsepower');
    expect(first.stdout).toContain('→ 409 UNIQUE_VIOLATION: iata');
    expect(first.stdout).toContain('RateLimit-Limit: 600, RateLimit-Remaining: 599');
    expect(first.stdout).toMatch(/→ \{"id":"ot_\w+","deleted":true\}/);
    expect(first.stdout).toContain('→ USA: 254 cars, 120 horsepower on average');
    expect(first.stdout).toContain('→ 6.4 22km NNE of Hualian, Taiwan; ');
  });

  it('prints commands that work when pasted one after another, with the same outcome', async () => {
    const shown = [...first.stdout.matchAll(/^ {2}(curl .*)\n {2}→ (\d{3} [A-Z_]+)?/gm)];
    expect(shown.length).toBeGreaterThanOrEqual(15);
    for (const [, line = '', refusal] of shown) {
      const output = await paste(line);
      // GraphQL answers without an envelope.
      const { success, data, error } = JSON.parse(
        output.slice(output.search(/\{"(success|data)"/)),
      );
      expect([line, error?.code]).toEqual([line, refusal?.slice(4)]);
      expect(success ?? data !== undefined).toBe(refusal === undefined);
    }
  });
});

describe('a dashboard over the movies', () => {
  it('is left, and its page shows their figures to anyone', async () => {
    const shown = /^A dashboard over the movies.*\n {2}(http\S+)(\/d\/\w{32})$/m.exec(first.stdout);
    const page = await fetch(`${server.url}${shown?.[2]}`);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringMatching(/<p class="figure">3,201<.*<td>Avatar<\/td>/s),
    ]);
  });
});

describe('a form over the movies', () => {
  it('remains, and its page accepts suggestions that do not change the movies', async () => {
    const shown = /^A form over the movies.*\n {2}(http\S+\/f\/(form_\w+))$/m.exec(first.stdout);
    const page = await fetch(`${server.url}/f/${shown?.[2]}`);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringMatching(/What kind of movie is it\?.*<option value="Drama"/s),
    ]);
    const body = new URLSearchParams({ title: 'Hidden Figures' });
    const sent = await fetch(page.url, { method: 'POST', body, redirect: 'manual' });
    expect([sent.status, (await list('movies')).total]).toEqual([303, 3201]);
  });
});

describe('the photographs of insula demo', () => {
  it('are linked in their original and in other sizes and formats, for anyone to open', async () => {
    const links = [...first.stdout.matchAll(/^ {4}(\S.*?) +(http\S+)$/gm)];
    expect(links).toHaveLength(3 * 4);
    for (const [, name = '', url = ''] of links) {
      const response = await fetch(url);
      const bytes = (await response.arrayBuffer()).byteLength;
      const type = /webp|avif/.exec(name)?.[0] ?? 'jpeg';
      expect([response.status, response.headers.get('content-type')], url).toEqual([
        200,
        `image/${type}`,
      ]);
      expect(name === 'as it is' ? 400_000 : 60_000, url).toBeGreaterThan(bytes);
    }
  });

  it('exist once, however often it runs', async () => {
    const again = await demo('--only', 'cars');
    expect(again.stdout.match(/kB, already there\)/g)).toHaveLength(3);
    const { data } = (await api.get('/v1/files/stats')).body;
    expect(data.files).toBe(3);
  });
});

describe('a repeated insula demo', () => {
  it('finds everything and creates nothing', async () => {
    const again = await demo();
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^ {2}movies +3,201 objects are already there$/m);
    expect(again.stdout).not.toMatch(/objects in/);
    expect((await list('movies')).total).toBe(3201);
    expect((await list('cars')).total).toBe(406);
  });

  it('continues where it was interrupted', async () => {
    const { results } = (await api.get('/v1/objects/cars/list?limit=56')).body.data;
    const object_ids = results.map(({ id }: { id: string }) => id);
    await api.post('/v1/objects/cars/batch/delete', { object_ids, permanent: true });
    const again = await demo('--only', 'cars');
    expect(again.stdout).toMatch(/^ {2}cars +406 objects in [\d.]+ s \(56 of them now\)$/m);
    const last = await properties('cars', '');
    expect(last).toMatchObject({ name: 'chevy s-10', year: '1982-01-01' });
  });

  it('keeps changed data until it is told to load it again', async () => {
    const { id } = (await list('penguins', '&sort=body_mass_g&order=desc')).results[0];
    await api.delete(`/v1/objects/penguins/${id}`);
    const again = (...options: string[]) => demo('--only', 'penguins', ...options);
    expect((await again()).stdout).toMatch(/penguins +skipped: you have changed its objects/);
    expect((await list('penguins')).total).toBe(343);
    expect((await again('--reset')).stdout).toMatch(/penguins +344 objects in/);
    expect((await list('penguins')).total).toBe(344);
    expect((await list('cars')).total).toBe(406);
  });
});

describe('insula demo in a tenant with its own data', () => {
  it('does not touch a type with the name of a data set, with or without --reset', async () => {
    const own = await createTenant(server);
    await own.post('/v1/object-types', { name: 'cars', display_name: 'My cars' });
    await own.post('/v1/objects/cars', { properties: { name: 'Beetle' } });
    const { code, stdout } = await runCli([
      'demo',
      '--only=cars,penguins',
      '--reset',
      '--url',
      server.url,
      '--token',
      own.token,
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/cars +skipped: cars is an object type of your own/);
    expect(stdout).not.toContain('/v1/objects/cars');
    expect((await own.get('/v1/objects/cars/list')).body.data.total).toBe(1);
  });
});

describe('insula demo names what is missing', () => {
  it('when an unknown data set is requested', async () => {
    const { code, stderr } = await demo('--only', 'cars,boats');
    expect(code).toBe(2);
    expect(stderr).toContain('Choose from movies, airports, cars,');
  });

  it('when the server does not respond, and when the token is invalid', async () => {
    const nobody = await runCli(['demo', '--url', 'http://127.0.0.1:1', '--token', api.token]);
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toMatch(/^insula: No server answers at http:\/\/127.0.0.1:1 \(.+\)/);
    const refused = await runCli(['demo', '--url', server.url, '--token', 'ins_x']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^insula: This is not a valid token.* \(INVALID_TOKEN, GET /);
  });
});
