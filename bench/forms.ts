import { properties } from './data.ts';
import { type Harness, type Ours, spent } from './harness.ts';

/** A public submission that makes an object, against making the object: `create` is the load that does. */
export async function measureForms(harness: Harness, create: Ours): Promise<void> {
  const types: Record<string, string> = { name: 'string', amount: 'number', active: 'boolean' };
  for (const [name, data_type] of Object.entries(types))
    await harness.post('/v1/object-types/small/properties', { name, data_type });
  const fields = Object.keys({ ...properties, number: 0 }).map((name) => ({
    name,
    property: name,
    type: types[name] ?? { email: 'email', number: 'number' }[name] ?? 'string',
  }));
  const form = await harness.post<{ id: string }>('/v1/forms', {
    name: 'Bench',
    object_type_id: 'small',
    status: 'active',
    fields,
  });
  const [submits, creates] = await harness.weigh(
    {
      ...create,
      tokens: [],
      fromMany: true,
      paths: [`/v1/forms/public/${form.id}/submit`],
      body: create.body?.replace('{"properties":', '{"data":') ?? '',
    },
    create,
    harness.api,
  );
  harness.report(
    'submission of a form that makes an object, against its create',
    submits.perSecond / creates.perSecond,
    0.4,
    '>=',
    `${Math.round(submits.perSecond)}/s of ${Math.round(creates.perSecond)}/s; ${spent(submits)} of ${spent(creates)}`,
  );
}
