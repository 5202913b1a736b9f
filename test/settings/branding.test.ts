import { beforeEach, describe, expect, it } from 'vitest';
import { safeCss } from '../../src/groups/settings/safe-css.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const path = '/v1/branding';

const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server, { name: 'Acme Ltd' });
});

const look = {
  brand_name: 'Acme',
  logo_url: 'https://cdn.example.com/logo.svg',
  favicon_url: 'https://cdn.example.com/favicon.ico',
  primary_color: '#0a7d4f',
  footer_text: '© Acme',
  custom_css: 'a{color:red}',
};

describe('the branding of a tenant', () => {
  it('is stored as set, null resets a value, and sign-in pages show it', async () => {
    expect(Object.values((await api.get(path)).body.data)).toEqual(Array(10).fill(null));
    const { status, body } = await api.patch(path, look);
    expect([status, body.data]).toMatchObject([200, look]);
    expect((await api.get(path)).body.data).toEqual(body.data);
    const config = await api.get('/v1/tenant-config');
    expect(config.body.data).toMatchObject({ brand_name: 'Acme', branding: look });
    const back = await api.patch(path, { logo_url: null, brand_name: null });
    expect(back.body.data).toMatchObject({ ...look, logo_url: null, brand_name: null });
    expect((await api.get('/v1/tenant-config')).body.data.brand_name).toBe('Acme Ltd');
    const log = await api.get('/v1/audit-logs?action=branding.updated');
    expect(log.body.data.total).toBe(2);
  });

  it.each([
    [{ logo_url: 'http://cdn.example.com/logo.svg' }, 'logo_url'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url'],
    [{ logo_url: 'data:image/svg+xml,<svg onload=alert(1)>' }, 'logo_url'],
    [{ logo_url: 'https://a:b@example.com/' }, 'logo_url'],
    [{ logo_url: 'https://example.com/"onerror="alert(1)' }, 'logo_url'],
    [{ favicon_url: '//example.com/x' }, 'favicon_url'],
    [{ primary_color: 'red;background:url(x)' }, 'primary_color'],
    [{ primary_color: '#12345' }, 'primary_color'],
    [{ brand_name: '' }, 'brand_name'],
    [{ brand_name: '<script></script>' }, 'brand_name'],
    [{ brand_name: 'x'.repeat(201) }, 'brand_name'],
    [{ custom_css: 'x'.repeat(50_001) }, 'custom_css'],
    [{ custom_css: 7 }, 'custom_css'],
  ])('is refused with %j', async (change, param) => {
    const { status, body } = await api.patch(path, change);
    expect([status, body.error?.param]).toEqual([400, param]);
  });

  it('requires every permission to change', async () => {
    const key = await api.withKey(['read', 'write', 'schema', 'files', 'auth', 'ai']);
    const { client } = await signUp(api);
    for (const caller of [key, client])
      for (const answer of [
        await caller.get(path),
        await caller.patch(path, look),
        await caller.post(`${path}/verify-domain`),
      ])
        expect(answer.status).toBe(403);
  });
});

describe('stored branding cannot run scripts or load anything (I09)', () => {
  it.each([
    ['<script>alert(1)</script>Acme', 'alert(1)Acme'],
    ['<scr<script>ipt>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)', 'img src=x onerror=alert(1)'],
    ['Tom & Jerry <b>Ltd</b>', 'Tom & Jerry Ltd'],
  ])('because markup is removed from text: %s', async (text, kept) => {
    const { body } = await api.patch(path, { footer_text: text, brand_name: `A ${text}` });
    expect(body.data).toMatchObject({ footer_text: kept, brand_name: `A ${kept}` });
    const renamed = await api.patch('/v1/tenants/current', { brand_name: `B ${text}` });
    expect(renamed.body.data.brand_name).toBe(`B ${kept}`);
  });

  it('because markup is removed from style sheets, and harmless rules stay', async () => {
    const custom_css = `
      @import url(https://evil.example/x.css);
      :root { --brand: #0a7d4f }
      .button:hover > b { color: var(--brand); background: url(https://evil.example/pixel); width: calc(1px + 2%) }
      @media (max-width: 600px) { .button { display: none; behavior: url(x.htc) } }
      </style><script>alert(1)</script>`;
    const { body } = await api.patch(path, { custom_css });
    expect(body.data.custom_css).toBe(
      ':root{--brand:#0a7d4f}.button:hover>b{color:var(--brand);width:calc(1px + 2%)}' +
        '@media (max-width:600px){.button{display:none}}',
    );
  });

  it.each([
    'a{background:url(https://evil.example)}',
    'a{background:URL( "https://evil.example" )}',
    'a{background:u\\72l(https://evil.example)}',
    'a{background:\\75\\72\\6c(https://evil.example)}',
    'a{background:url(https://evil.example',
    'a{background:url("https://evil.example"',
    'a{background:image-set("https://evil.example" 1x)}',
    'a{background:-webkit-image-set("https://evil.example" 1x)}',
    'a{background:cross-fade("https://evil.example")}',
    'a{--x:url(https://evil.example);background:var(--x)}',
    ':root{--a:{background:url(https://evil.example)}}',
    'a{& b{background:url(https://evil.example)}}',
    '@import "https://evil.example";',
    '@IMPORT\n"https://evil.example";',
    '@im\\70ort "https://evil.example";',
    '\\@import "https://evil.example";',
    '@media screen{@import "https://evil.example";}',
    '@media url(https://evil.example){a{color:red}}',
    '@font-face{font-family:x;src:url(https://evil.example)}',
    '@namespace url(https://evil.example);',
    '@document url(https://evil.example){a{color:red}}',
    'a{width:expression(alert(1))}',
    'a{width:e\\xpression(alert(1))}',
    'a{width:exp/**/ression(alert(1))}',
    'a{behavior:url(#default#time2)}',
    'a{-moz-binding:url(https://evil.example)}',
    'a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="https://evil.example")}',
    'a{background:"javascript:alert(1)"}',
    'a{content:"</style><script>alert(1)</script>"}',
    'a[x="</style><script>alert(1)</script>"]{color:red}',
    'a{--z:</style><script>alert(1)</script>}',
    '/* </style><script>alert(1)</script> */',
    '<!-- </style><script>alert(1)</script> -->',
    '}</style><script>alert(1)</script>{',
    '@charset "</style><script>";',
  ])('%s', (text) => {
    const css = safeCss(text);
    expect(css).not.toMatch(
      /url|evil|@import|import|expression|behavior|binding|javascript|progid|<[/!?a-z]/i,
    );
    // Cleaning twice changes nothing more.
    expect(safeCss(css)).toBe(css);
  });
});
