import { describe, expect, it } from 'vitest';
import { noReplyAt, parseMailbox } from '../../src/ground/config/mailbox.ts';
import { type Claimed, render } from '../../src/tools/messages/render.ts';
import { templateNames } from '../../src/tools/messages/templates.ts';

const message = (fields: Partial<Claimed>): Claimed => ({
  tenant_id: 'ten_1',
  id: 'msg_1',
  channel: 'email',
  recipient: 'ada@example.com',
  template: 'magiclink',
  variables: { token: 't', otp: '123456' },
  mail: null,
  dkim: null,
  attempts: 1,
  brand_name: 'Acme',
  site_url: null,
  texts: null,
  ...fields,
});
const shown = (fields: Partial<Claimed>) => render(message(fields), 'https://api.example.com');
const everything = (fields: Partial<Claimed>) => {
  const { subject, text, html } = shown(fields);
  return [subject, text, html ?? ''];
};

describe('the default templates', () => {
  it.each(templateNames)(
    'are complete for %s, as email and as text message, with no placeholder left',
    (name) => {
      const variables = { token: 't', otp: '123456', title: 'Title', body: 'Body' };
      for (const part of everything({ template: name, variables })) {
        expect(part).not.toBe('');
        expect(part).not.toMatch(/\{\{|undefined|null/);
      }
      const { text } = shown({
        template: name,
        variables,
        channel: 'sms',
        recipient: '+14155550100',
      });
      expect(text).toMatch(/Acme|Title/);
      expect(text).not.toMatch(/\{\{|undefined|<p/);
    },
  );

  it('show a code and a button only where there are a code and a link', () => {
    const [, text, html] = everything({ variables: {} });
    expect(`${text}${html}`).not.toMatch(/Code:|href/);
  });

  it('link to the verification of their own type, or of the type that the message names', () => {
    expect(shown({}).text).toContain('/v1/auth/verify/page?token=t&type=magiclink\n');
    expect(shown({ variables: { token: 't', type: 'signup' } }).text).toContain('type=signup\n');
  });

  it('tell both readers of a change which email the account will have', () => {
    const variables = { token: 't', new_address: 'next@example.com' };
    for (const recipient of ['ada@example.com', 'next@example.com'])
      expect(shown({ template: 'email_change', recipient, variables }).text).toContain(
        'confirm that next@example.com is the new email address of your account at Acme.',
      );
  });

  it('cannot be used to reach anything that is not a template', () => {
    for (const template of ['nothing', 'constructor', '__proto__'])
      expect(() => shown({ template })).toThrow('There is no such template.');
  });
});

describe('a tenant’s own texts', () => {
  it('replace the default, with every variable', () => {
    const texts = {
      subject: '{{ brand_name }}: {{otp}}',
      text: '{{email}} {{token}} {{link}} {{site_url}} {{unknown}}.',
      html: '<b>{{otp}}</b> {{site_url}}',
    };
    expect(shown({ texts, site_url: 'https://app.example.com' })).toEqual({
      subject: 'Acme: 123456',
      text:
        'ada@example.com t https://api.example.com/v1/auth/verify/page?token=t&type=magiclink ' +
        'https://app.example.com .',
      html: '<b>123456</b> https://app.example.com',
    });
  });

  it('with only text make an email of only text, and with only a subject change only the subject', () => {
    expect(shown({ texts: { text: 'Hello' } })).toMatchObject({ text: 'Hello', html: null });
    const { subject, text, html } = shown({ texts: { subject: 'Mine' } });
    expect([subject, text, html]).toEqual(['Mine', shown({}).text, shown({}).html]);
  });

  it('may form a template with a name of their own', () => {
    const mine = { template: 'mine', texts: { text: 'Hi {{name}}' }, variables: { name: 'Ada' } };
    expect(shown(mine)).toMatchObject({ text: 'Hi Ada' });
  });

  it('are cut when too long, and ignored when they are not text', () => {
    const long = shown({ texts: { subject: 'ä'.repeat(9999), html: 'x'.repeat(1_000_000) } });
    expect([...long.subject]).toHaveLength(200);
    expect(long.html).toHaveLength(100_000);
    for (const texts of ['text', 7, [], { subject: 7, text: {}, html: null }])
      expect(shown({ texts })).toEqual(shown({}));
  });
});

describe('text written by others in a template', () => {
  const evil = '<script>alert(1)</script>"\'&\r\nBcc: all@example.com';

  it('is escaped in HTML, and cannot end a header', () => {
    const notification = { template: 'notification', variables: { title: evil, body: evil } };
    for (const fields of [notification, { brand_name: evil }]) {
      const { subject, html } = shown(fields);
      expect(html).not.toMatch(/<script|"'&/);
      expect(html).toContain('&lt;script&gt;');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(subject).not.toMatch(/[\u0000-\u001f]/);
    }
  });

  it('is not read as a placeholder', () => {
    const variables = {
      title: '{{otp}}{{link}}',
      body: '{{token}}',
      token: 'secret',
      otp: '123456',
    };
    const { subject } = shown({ template: 'notification', variables });
    expect(subject).toBe('{{otp}}{{link}}');
  });

  it('cannot change where the link leads, or the name of the brand', () => {
    const variables = {
      token: 't',
      link: 'https://evil.example',
      brand_name: 'Bank',
      site_url: 'x',
    };
    for (const part of everything({ variables })) expect(part).not.toMatch(/evil|Bank/);
    expect(shown({ variables: { token: '&x=1#"><b>' } }).html).toContain(
      'token=%26x%3D1%23%22%3E%3Cb%3E&amp;type=magiclink',
    );
  });

  it('makes a text message of at most 1,000 characters', () => {
    const variables = { title: 'T', body: '😀'.repeat(5000) };
    const { text } = shown({ template: 'notification', channel: 'sms', variables });
    expect([...text]).toHaveLength(1000);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('MAIL_FROM', () => {
  it('is an address, with or without a name', () => {
    const address = 'no-reply@example.com';
    expect(parseMailbox(address)).toEqual({ name: undefined, address });
    for (const text of [`Acme Ltd. <${address}>`, `"Acme Ltd." <${address}>`])
      expect(parseMailbox(text)).toEqual({ name: 'Acme Ltd.', address });
  });

  it('is refused when it is anything else', () => {
    for (const text of [
      ...['', 'Acme', 'a@', '@b', 'a@b, c@d', 'A <a@b', 'A <a@b>, C <c@d>', 'A <<a@b>>'],
      ...['a@b\r\nBcc: c@d', 'A\r\nBcc: c <a@b>', 'a b@c', 'a@b c'],
    ])
      expect(parseMailbox(text), text).toBeUndefined();
  });

  it('defaults to an address at the host of BASE_URL', () => {
    expect(noReplyAt('https://api.example.com:8443').address).toBe('no-reply@api.example.com');
    for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(noReplyAt(url).address).toBe('no-reply@localhost');
  });
});

describe('a value that stands for an address', () => {
  const hostile = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
  ];
  const html = (template: string, variables: Record<string, string>) =>
    shown({ template: 'notice', variables, texts: { html: template } }).html;
  it.each(hostile)('is left out when it is no link: %j', (go) => {
    expect(html('<a href="{{go}}">x</a>', { go })).toBe('<a href="">x</a>');
    expect(html("<a class='b' HREF = '{{go}}'>x</a>", { go })).toBe("<a class='b' HREF = ''>x</a>");
    expect(html('<img src={{go}}>', { go })).toBe('<img src=>');
    const [scheme = '', rest = ''] = go.split(/(?<=:)/);
    expect(html('<a href="{{a}}{{b}}">', { a: scheme, b: rest })).not.toContain(scheme.trim());
  });

  it.each([
    'https://example.com/?a=1&b=2',
    'mailto:ada@example.com',
    'tel:+4930123',
    '/orders/1:2',
    '#top',
    'orders',
  ])('is put in when it is one: %s', (go) => {
    expect(html('<a href="{{go}}">x</a>', { go })).toBe(
      `<a href="${go.replaceAll('&', '&amp;')}">x</a>`,
    );
    expect(html('<a href="https://example.com/{{id}}">', { id: 'a:b' })).toContain('/a:b"');
    expect(html('<p>{{go}}</p>', { go: 'javascript: a language' })).toContain('javascript:');
  });
});
