import { ApiError } from '../../../ground/errors.ts';
import type { Context } from '../../../operations/operation.ts';
import { OutboundError } from '../../../outbound/safe-fetch.ts';
import { type ProviderMetadata, readProviderMetadata } from '../metadata.ts';
import { maxXmlBytes, XmlError, xmlText } from '../xml.ts';

interface Given {
  metadata_xml?: string;
  metadata_url?: string;
}

/** POST /v1/auth/saml/providers: the metadata is read, or fetched and read, before the database is asked. */
export async function prepareProvider(context: Context, args: Given): Promise<object> {
  // Nothing is fetched or parsed for callers who may not create one.
  await context.ask('saml_provider_list', {});
  return withMetadata(context, args);
}

/** PATCH /v1/auth/saml/providers/:provider_id */
export async function prepareChange(
  context: Context,
  args: Given & { provider_id: string },
): Promise<object> {
  await context.ask('saml_provider_get', { provider_id: args.provider_id });
  return withMetadata(context, args);
}

/** Replaces the metadata in the input with the fields read from it. */
async function withMetadata({ caller, services }: Context, args: Given): Promise<object> {
  const { metadata_xml, metadata_url, ...rest } = args;
  if (metadata_xml !== undefined)
    return { ...rest, ...(await read('metadata_xml', Buffer.from(metadata_xml))) };
  if (metadata_url === undefined) return rest;
  const bytes = await fetchMetadata(services, caller.tenant, metadata_url);
  return { ...rest, ...(await read('metadata_url', bytes)), metadata_url };
}

async function fetchMetadata(
  services: Context['services'],
  tenant: string,
  url: string,
): Promise<Buffer> {
  try {
    services.outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundError)
      throw ApiError.invalid('metadata_url', 'invalid_url', error.message);
    throw error;
  }
  try {
    const { status, body } = await services.outbound
      .of(tenant, 'saml')
      .fetch(url, { maxBytes: maxXmlBytes });
    if (status === 200) return body;
    throw new OutboundError(`It answered ${status}.`);
  } catch (error) {
    if (error instanceof OutboundError)
      throw new ApiError('UPSTREAM_ERROR', `metadata_url: ${error.message}`, {
        param: 'metadata_url',
      });
    throw error;
  }
}

async function read(field: string, bytes: Uint8Array): Promise<ProviderMetadata> {
  try {
    return await readProviderMetadata(xmlText(bytes));
  } catch (error) {
    if (error instanceof XmlError)
      throw ApiError.invalid(field, 'invalid_metadata', `is not valid metadata. ${error.message}`);
    throw error;
  }
}
