import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsRead } from '../support/rows-read.ts';
import { fileForm } from '../support/seed-files.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
const things = '/v1/objects/notes';

beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'notes' });
  for (const name of ['title', 'body'])
    await api.post('/v1/object-types/notes/properties', { name, data_type: 'text' });
});

const create = async (properties: object): Promise<string> =>
  (await api.post(things, { properties })).body.data.id;
const search = async (request: object) =>
  (await api.post(`${things}/search`, request)).body.data.results;
const isFound = async (id: string, query: string): Promise<boolean> =>
  (await search({ query, filters: { id: { eq: id } } })).length === 1;

describe('words of scripts without spaces', () => {
  it.for([
    ['東京', '東京都に住む'],
    ['京都', '東京都に住む'],
    ['住む', '東京都に住む'],
    ['東京都', '東京都に住む'],
    ['京', '東京'],
    ['む', '東京都に住む'],
    ['々', '人々'],
    ['コンピュータ', 'スーパーコンピューター'],
    ['ｺﾝﾋﾟ', 'ｽｰﾊﾟｰｺﾝﾋﾟｭｰﾀ'],
    ['北京', '我们在北京大学学习'],
    ['大学 北京', '我们在北京大学学习'],
    ['𠮷野', '𠮷野家'],
    ['학교', '우리학교에서'],
    ['บ้าน', 'ฉันอยู่ที่บ้านของฉัน'],
    ['ที่', 'ฉันอยู่ที่บ้านของฉัน'],
    ['ບ້ານ', 'ຂ້ອຍຢູ່ບ້ານ'],
    ['ភាសា', 'ខ្ញុំនិយាយភាសាខ្មែរ'],
    ['မြန်မာ', 'ကျွန်တော်မြန်မာစကားပြောသည်'],
    ['iPhone', '東京でiPhoneを買う'],
    ['iphone 東京', '東京でiPhoneを買う'],
    ['"東京都 大阪"', '東京都、大阪府'],
    ['東京 or 名古屋', '東京都'],
    ['大阪 -名古屋', '大阪と東京'],
    ['大阪 -"名古屋 市"', '大阪と名古屋'],
    ['2026年', '2026年度'],
  ])('%s is found in %s', async ([query = '', text = '']) => {
    expect(await isFound(await create({ body: text }), query)).toBe(true);
  });

  it.for([
    ['東都', '東京都に住む'],
    ['京東', '東京'],
    ['บาน', 'ฉันอยู่ที่บ้าน'],
    ['大阪 -東京', '大阪と東京'],
    ['-"東京 都"', '東京 都'],
    ['大阪 名古屋', '大阪と東京'],
    ['"大阪 東京"', '東京 大阪'],
  ])('%s is not found in %s', async ([query = '', text = '']) => {
    expect(await isFound(await create({ body: text }), query)).toBe(false);
  });

  it('are found wherever they stand, and only there', async () => {
    const unit = fc.constantFrom(...'東京都에서บ้าแ名', 'か', 'ー', '、', ' ', 'a', '\u0e49');
    const text = fc.string({ unit, minLength: 1, maxLength: 12 });
    const run = fc.string({ unit: fc.constantFrom(...'東京都บ้'), minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(text, run, text, async (before, query, after) => {
        const id = await create({ body: before + query + after });
        expect(await isFound(id, query)).toBe(true);
        const other = await create({ body: `${before} ${after}` });
        expect(await isFound(other, query)).toBe(`${before} ${after}`.includes(query));
      }),
      { numRuns: 40 },
    );
  });

  it('are also found at the end of a long text', async () => {
    const id = await create({ body: `${'今日は良い天気ですね。'.repeat(3_000)}東京都庁` });
    expect(await isFound(id, '東京都庁')).toBe(true);
    expect(await isFound(id, '名古屋市')).toBe(false);
    const rare = Array.from({ length: 90_000 }, (_, n) =>
      String.fromCodePoint(0x20000 + (n % 40_000)),
    );
    expect(
      await isFound(await create({ body: rare.join('') }), rare.slice(70_000, 70_005).join('')),
    ).toBe(true);
  });

  it('are found in one property, follow changes, and are highlighted', async () => {
    const id = await create({
      title: '京都の<b>寺</b>',
      body: `${'あ'.repeat(300)}東京都に住むTokyo人`,
    });
    const inTitle = (value: string) => ({ title: { matches: value }, id: { eq: id } });
    expect(await search({ filters: inTitle('京都') })).toHaveLength(1);
    expect(await search({ filters: inTitle('東京') })).toHaveLength(0);
    const [{ highlight }] = await search({
      query: '京都 tokyo',
      filters: { id: { eq: id } },
      highlight: true,
    });
    expect(highlight).toEqual({
      title: '<mark>京都</mark>の&lt;b&gt;寺&lt;/b&gt;',
      body: expect.stringMatching(/^あ+東<mark>京都<\/mark>に住む<mark>Tokyo<\/mark>人$/),
    });
    const request = { query: '"京都の" -奈良 "寺"', filters: { id: { eq: id } }, highlight: true };
    expect((await search(request))[0].highlight.title).toBe(
      '<mark>京都の</mark>&lt;b&gt;<mark>寺</mark>&lt;/b&gt;',
    );
    await api.patch(`${things}/${id}`, { properties: { title: '奈良' } });
    expect(await search({ filters: inTitle('京都') })).toHaveLength(0);
    expect(await isFound(id, '奈良')).toBe(true);
  });
});

describe('words of other scripts that are written together with them', () => {
  const shown = async (body: string, query: string) => {
    const id = await create({ body });
    const [found] = await search({ query, filters: { id: { eq: id } }, highlight: true });
    return found.highlight.body;
  };

  it.for([
    ['iPhone15', 'iPhone15を買う', '<mark>iPhone15</mark>を買う'],
    ['2026 iphone', '2026年のiPhone', '<mark>2026</mark>年の<mark>iPhone</mark>'],
    ['買う iphone', '東京でiPhoneを買う', '東京で<mark>iPhone</mark>を<mark>買う</mark>'],
    ['b', 'ก<ข&b<ค', 'ก&lt;ข&amp;<mark>b</mark>&lt;ค'],
    ['tokyo', 'Tokyo\u0001人', '<mark>Tokyo</mark>人'],
  ])('are highlighted: %s in %s', async ([query = '', text = '', html]) => {
    expect(await shown(text, query)).toBe(html);
  });

  it('are shown with what is around them, of a long text', async () => {
    const html = await shown(`${'あ'.repeat(5000)}&Tokyo<人${'い'.repeat(5000)}Tokyo`, 'tokyo');
    expect(html).toBe(`${'あ'.repeat(59)}&amp;<mark>Tokyo</mark>&lt;人${'い'.repeat(138)}`);
  });
});

describe('the brothers of a search of objects', () => {
  it('find parts of what is written together: comments, files, vectors and chat', async () => {
    const object_id = await create({
      body: '時計台は札幌の中心にあります。高さは十二メートルです。',
    });
    await create({ body: '大阪城の入場料は六百円です。' });
    const on = { object_type_id: 'notes', object_id };
    await api.post('/v1/comments', { ...on, body: '横浜市に引っ越しました' });
    for (const query of ['横浜', '横浜市', '浜']) {
      const { body } = await api.get(`/v1/comments?query=${encodeURIComponent(query)}`);
      expect(body.data.results).toHaveLength(1);
    }
    await api.send('POST', '/v1/files/upload', { body: fileForm('x', '神戸市の地図.txt') });
    for (const filename of ['地図', '神戸市', '戸'])
      expect((await api.post('/v1/files/search', { filename })).body.data.results).toHaveLength(1);
    const items = [
      { id: 'a', vector: [1, 0], text: '京都市の喫茶店' },
      { id: 'b', vector: [1, 0.1], text: '喫煙所' },
    ];
    await api.put('/v1/ai/vectors/places', { items });
    const asked = { collection: 'places', vector: [-1, 0], hybrid: true, query: '喫煙' };
    const { results } = (await api.post('/v1/ai/vector-search', asked)).body.data;
    expect(results[0].id).toBe('b');
    const message = '札幌の時計台の高さは何メートルですか？';
    const grounding = { object_type_ids: ['notes'], limit: 1 };
    const answer = (await api.post('/v1/ai/chat', { message, grounding })).body.data;
    expect(answer.sources[0].object_id).toBe(object_id);
    expect(answer.content).toContain('高さは十二メートルです。');
  });
});

describe('the cost', () => {
  it('of a search is what it answers, of a write one row, and of other scripts as before', async () => {
    await server.db.query(
      `insert into app.object_search (tenant_id, object_type_id, object_id, document)
       select $1, (select id from app.object_types where tenant_id = $1 and name = 'notes'), app.new_id('obj'),
         app.words('別' || n || 'の文章です')
       from generate_series(1, 3000) n`,
      [api.tenant.id],
    );
    await server.db.query('vacuum analyze app.object_search');
    await create({ body: '札幌市の雪' });
    const asked = { object_type_id: 'notes', query: '札幌市', count: 'none' };
    const { read } = await rowsRead(server.pool, api.tenant.id, 'object_search', asked);
    expect(read).toBeLessThan(20);
    const { rows } = await server.db.query(
      `select app.words('Überall schöne Grüße') = to_tsvector('simple', 'Überall schöne Grüße') as same`,
    );
    expect(rows[0].same).toBe(true);
  });
});
