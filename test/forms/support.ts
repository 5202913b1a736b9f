import type { Client } from '../support/api.ts';
import { anotherAddress } from '../support/users.ts';

/** Fields with a bit of everything. */
export const contactFields = [
  { name: 'email', label: 'Your email address', type: 'email', required: true, property: 'email' },
  { name: 'name', label: 'Your name', property: 'name', validation: { max_length: 50 } },
  {
    name: 'kind',
    label: 'You are',
    type: 'select',
    options: [
      { value: 'person', label: 'A person' },
      { value: 'company', label: 'A company' },
    ],
    property: 'kind',
  },
  {
    name: 'company',
    label: 'Its name',
    required: true,
    property: 'company',
    show_if: [{ property: 'kind', operator: 'eq', value: 'company' }],
  },
];

/** A form as the API answers it; active unless it is said otherwise. */
export async function createForm(api: Client, body: object) {
  const answer = await api.post('/v1/forms', { name: 'Contact us', status: 'active', ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

export const publicPath = (id: string) => `/v1/forms/public/${id}`;

/** Sends a form as a stranger does, each time another one. */
export const send = (api: Client, id: string, data: object, headers: Record<string, string> = {}) =>
  api.as(undefined).post(`${publicPath(id)}/submit`, { data }, { ...anotherAddress(), ...headers });

/** The page of a form, as a browser gets it. */
export const getPage = (api: Client, id: string, query = '') =>
  api.as(undefined).get(`/f/${id}${query}`, undefined, { accept: 'text/html' });
