import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { fileForm } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let things: string;
beforeAll(async () => {
  things = (await defineType(api, { status: 'string' })).path;
});

describe('a format defined elsewhere', () => {
  const anybody = () => createClient(server);

  it('allows additional fields: what providers send back', async () => {
    const callback = await anybody().get(
      `/v1/auth/oauth/google/callback?state=x&code=y&hd=example.com&prompt=none&tenant_id=${api.tenant.id}`,
    );
    expect(callback.body.error?.code).not.toBe('VALIDATION_ERROR');
    const acs = await anybody().send('POST', `/v1/auth/saml/acs?tenant_id=${api.tenant.id}`, {
      body: new URLSearchParams({ SAMLResponse: 'x', RelayState: 'y', more: 'z' }),
    });
    expect(acs.body.error?.code).not.toBe('VALIDATION_ERROR');
  });

  it('allows additional fields: links marked by mailers and advertisers', async () => {
    const tenant = `tenant_id=${api.tenant.id}`;
    const marks = 'utm_source=mail&utm_campaign=spring&gclid=1&fbclid=2';
    const link = await anybody().get(`/v1/auth/verify?token=x&type=signup&${tenant}&${marks}`);
    expect([link.status, link.body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    const form = fileForm('x', 'x.txt', { access: 'public' }, '');
    const { id } = (await api.send('POST', '/v1/files/upload', { body: form })).body.data;
    const content = `/v1/files/${id}/content?${tenant}`;
    expect((await anybody().get(`${content}&${marks}`)).status).toBe(200);
    expect((await anybody().get(`${content}&utm=1`)).status).toBe(400);
    expect((await api.get(`${things}/list?utm_source=mail`)).status).toBe(400);
  });

  it('allows additional fields: metadata of tus clients about a file', async () => {
    const text = (value: string) => Buffer.from(value).toString('base64');
    const begun = await api.send('POST', '/v1/files/resumable', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '1',
        'upload-metadata': `filename ${text('x.txt')},relativePath ${text('null')}`,
      },
    });
    expect(begun.status).toBe(201);
  });
});
