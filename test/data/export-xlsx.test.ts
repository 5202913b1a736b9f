import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const unescaped = (xml: string) =>
  xml
    .replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The cells of the sheet, as what they are: texts, numbers, booleans, nothing. */
function cellsOf(sheet: string): unknown[][] {
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: t="(\w+)")?(?:\/>|>(.*?)<\/c>)/gs)].map(([, type, inner]) => {
      if (inner === undefined) return undefined;
      const value = inner.replaceAll(/<[^>]+>/g, '');
      if (type === 'inlineStr') return unescaped(value);
      return type === 'b' ? value === '1' : Number(value);
    }),
  );
}

it('an xlsx export contains the cells of the csv, text as text', async () => {
  const type = await defineType(api, { name: 'text', n: 'number', b: 'boolean', tags: 'array' });
  const rows = [
    { name: '=HYPERLINK("http://x")', n: -1.5, b: true, tags: [1, '<a>'] },
    { name: 'a & b <c> "d"\n e\r _x0041_ \u0001 ' },
    { n: 1e21, name: 'x'.repeat(40_000) },
  ];
  await api.post('/v1/data/import', { object_type_id: type.id, rows });
  const body = { object_type_id: type.id, format: 'xlsx', order: 'asc' };
  const { data } = (await api.post('/v1/data/export', body)).body;
  const answer = await api.get(data.download_url);
  expect(answer.headers.get('content-type')).toContain('spreadsheetml.sheet');
  const file = await fetch(server.url + data.download_url, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(Object.keys(parts).sort()).toEqual([
    ...['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels', 'xl/workbook.xml'],
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  expect(sheet).not.toContain('<f>');
  const [header, first, second, third] = cellsOf(sheet);
  expect(header).toEqual('id name n b tags created_at updated_at created_by version'.split(' '));
  expect(first?.slice(1, 5)).toEqual(['=HYPERLINK("http://x")', -1.5, true, '[1,"<a>"]']);
  expect(second?.slice(1, 3)).toEqual([rows[1]?.name, undefined]);
  // Excel takes no more in a cell.
  expect([third?.[1], third?.[2]]).toEqual(['x'.repeat(32_767), 1e21]);
});

it('an xlsx export keeps every digit of whole numbers: as text where there are more than 15', async () => {
  const type = await defineType(api, { n: 'integer' });
  const numbers = [
    ...[0, 7, -12, 999_999_999_999_999, -999_999_999_999_999],
    ...[1_000_000_000_000_000, 1_234_567_890_123_456, -1_234_567_890_123_456],
    ...[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  ];
  const objects = numbers.map((n) => ({ properties: { n } }));
  await api.post(`${type.path}/batch/create`, { objects });
  const body = { object_type_id: type.id, format: 'xlsx', order: 'asc', properties: ['n'] };
  const { data } = (await api.post('/v1/data/export', body)).body;
  const file = await fetch(server.url + data.download_url, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const [, ...rows] = cellsOf(new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']));
  const isShort = (n: number) => String(Math.abs(n)).length <= 15;
  expect(rows.map(([, cell]) => cell)).toEqual(numbers.map((n) => (isShort(n) ? n : String(n))));
});
