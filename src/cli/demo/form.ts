import type { ApiClient } from '../api-client.ts';

const type = 'movies';
const name = 'Suggest a movie';
const asked: Record<string, { label: string; required?: true; width?: 'half' }> = {
  title: { label: 'What is it called?', required: true },
  director: { label: 'Who directed it?', width: 'half' },
  release_date: { label: 'When did it come out?', width: 'half' },
  major_genre: { label: 'What kind of movie is it?' },
};

interface Form {
  id: string;
  name: string;
  object_type_id: string | null;
  status: string;
  share_url: string;
}

/**
 * Leaves a form over the movies, and prints the address of its page. Suggestions stay with the form and make no
 * objects, so the
 * movies stay those of the file.
 */
export async function showForm(client: ApiClient): Promise<string> {
  const { id } = await client.data('GET', `/v1/object-types/${type}`);
  const forms: Form[] = await client.data('GET', '/v1/forms');
  const known = forms.find((form) => form.name === name && form.status !== 'archived');
  if (known && known.object_type_id === id) return known.share_url;
  const body = {
    name,
    object_type_id: id,
    status: 'active',
    fields: await fieldsOf(client),
    settings,
  };
  const form: Form = known
    ? await client.data('PATCH', `/v1/forms/${known.id}`, body)
    : await client.data('POST', '/v1/forms', body);
  return form.share_url;
}

const settings = {
  submit_label: 'Suggest it',
  success_message: 'Thank you. We will watch it.',
  create_object: false,
};

/** A field for each property that is asked for, of its type. */
async function fieldsOf(client: ApiClient): Promise<object[]> {
  const properties: { name: string; data_type: string }[] = await client.data(
    'GET',
    `/v1/object-types/${type}/properties`,
  );
  const types = new Map(properties.map((property) => [property.name, property.data_type]));
  return Object.entries(asked)
    .filter(([property]) => types.has(property))
    .map(([property, shown]) => ({
      name: property,
      property,
      type: types.get(property),
      ...shown,
    }));
}
