import { Box } from '../../src/credentials/box.ts';
import { unsubscribeUrl } from '../../src/groups/email/unsubscribe-token.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import type { Case, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { signedReport } from './support.ts';

const path = '/v1/email';
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Good morning' };
let made = 0;
/** Of the scene's tenant, made before the call under test. */
let id: string;

async function template({ tenant }: Scene): Promise<string> {
  const { body } = await tenant.post(`${path}/templates`, {
    name: `template ${++made}`,
    subject: 'Hello',
    text: 'Good morning',
  });
  id = body.data.id;
  return `${path}/templates/${id}`;
}

async function sent({ tenant }: Scene): Promise<string> {
  const { body } = await tenant.post(`${path}/send`, mail);
  id = body.data.id;
  return id;
}

async function domain({ tenant }: Scene): Promise<string> {
  id = `journal${++made}.example.com`;
  await tenant.post(`${path}/domains`, { domain: id });
  return `${path}/domains/${id}`;
}

/** One case for each operation on emails that changes something. */
export const journalCases = (server: TestServer): Record<string, Case> => ({
  'email.send': {
    call: ({ tenant }, h) => tenant.post(`${path}/send`, mail, h),
    rows: (_, data) => [['email.queued', 'email', data.id]],
    refused: ({ tenant }, h) => tenant.post(`${path}/send`, { ...mail, template: 'none' }, h),
  },
  'email.batch': {
    call: ({ tenant }, h) => tenant.post(`${path}/batch`, { emails: [mail, mail] }, h),
    rows: (_, data) => data.emails.map((one: { id: string }) => ['email.queued', 'email', one.id]),
    refused: ({ tenant }, h) =>
      tenant.post(`${path}/batch`, { emails: [mail, { ...mail, template: 'none' }] }, h),
  },
  'email.cancel': {
    call: async (scene, h) =>
      scene.tenant.post(`${path}/${await sent(scene)}/cancel`, undefined, h),
    rows: () => [['email.cancelled', 'email', id]],
    refused: ({ tenant }, h) => tenant.post(`${path}/msg_0/cancel`, undefined, h),
  },
  'email_template.create': {
    call: ({ tenant }, h) =>
      tenant.post(`${path}/templates`, { name: `t ${++made}`, subject: 'a', text: 'b' }, h),
    rows: (_, data) => [['email_template.created', 'email_template', data.id]],
    refused: ({ tenant }, h) => tenant.post(`${path}/templates`, { name: 'a', subject: 'a' }, h),
  },
  'email_template.update': {
    call: async (scene, h) => scene.tenant.patch(await template(scene), { subject: 'b' }, h),
    rows: () => [['email_template.updated', 'email_template', id]],
    refused: ({ tenant }, h) => tenant.patch(`${path}/templates/etpl_0`, { subject: 'b' }, h),
  },
  'email_template.delete': {
    call: async (scene, h) => scene.tenant.delete(await template(scene), undefined, h),
    rows: () => [['email_template.deleted', 'email_template', id]],
    refused: ({ tenant }, h) => tenant.delete(`${path}/templates/etpl_0`, undefined, h),
  },
  'email_suppression.create': {
    call: ({ tenant }, h) =>
      tenant.post(`${path}/suppressions`, { address: `a${++made}@example.com` }, h),
    rows: (_, data) => [['email_suppression.created', 'email_suppression', data.address]],
    refused: ({ tenant }, h) => tenant.post(`${path}/suppressions`, { address: 'a' }, h),
  },
  'email_suppression.delete': {
    call: async ({ tenant }, h) => {
      id = `gone${++made}@example.com`;
      await tenant.post(`${path}/suppressions`, { address: id });
      return tenant.delete(`${path}/suppressions/${id}`, undefined, h);
    },
    rows: () => [['email_suppression.deleted', 'email_suppression', id]],
    refused: ({ tenant }, h) => tenant.delete(`${path}/suppressions/a@b.example`, undefined, h),
  },
  'email_domain.create': {
    call: ({ tenant }, h) =>
      tenant.post(`${path}/domains`, { domain: `made${++made}.example.com` }, h),
    rows: (_, data) => [['email_domain.created', 'email_domain', data.domain]],
    refused: ({ tenant }, h) => tenant.post(`${path}/domains`, { domain: 'a b' }, h),
  },
  'email_domain.verify': {
    call: async (scene, h) => {
      const one = await domain(scene);
      const names: NameServer = await startNameServer();
      try {
        return await scene.tenant.post(`${one}/verify`, undefined, h);
      } finally {
        names.close();
      }
    },
    rows: () => [['email_domain.checked', 'email_domain', id]],
    refused: ({ tenant }, h) =>
      tenant.post(`${path}/domains/none.example.com/verify`, undefined, h),
  },
  'email_domain.delete': {
    call: async (scene, h) => scene.tenant.delete(await domain(scene), undefined, h),
    rows: () => [['email_domain.deleted', 'email_domain', id]],
    refused: ({ tenant }, h) => tenant.delete(`${path}/domains/none.example.com`, undefined, h),
  },
  'email_report_secret.rotate': {
    call: ({ tenant }, h) => tenant.post(`${path}/report-secret`, undefined, h),
    rows: ({ tenant }) => [
      ['email_report_secret.rotated', 'email_report_secret', tenant.tenant.id],
    ],
    refused: ({ tenant }, h) => tenant.post(`${path}/report-secret?of=a`, undefined, h),
  },
  'email_report.receive': {
    isVisitor: true,
    call: async (scene, h) => {
      const report = await signedReport(scene.tenant);
      await sent(scene);
      await server.db.query(
        `update app.messages set status = 'sent', variables = '{}' where id = $1`,
        [id],
      );
      return report({ message_id: id, event: 'delivered' }, {}, h);
    },
    rows: () => [['email.delivered', 'email', id]],
    refused: async (scene, h) => {
      const report = await signedReport(scene.tenant);
      return report({ message_id: await sent(scene), event: 'delivered' }, {}, h);
    },
  },
  'email_unsubscribe.confirm': {
    isVisitor: true,
    call: ({ tenant }, h) => {
      id = `unsubscribed${++made}@example.com`;
      const { encryptionKey, baseUrl } = server.config;
      const box = new Box(encryptionKey);
      const url = unsubscribeUrl({ box, baseUrl }, tenant.tenant.id, id);
      return tenant.as(undefined).send('POST', new URL(url).pathname, { headers: h });
    },
    rows: () => [['email_suppression.created', 'email_suppression', id]],
    refused: ({ tenant }, h) =>
      tenant.as(undefined).send('POST', `${path}/unsubscribe/nonsense`, { headers: h }),
  },
});
