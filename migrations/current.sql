create unique index file_variants_key on app.file_variants (tenant_id, variant_key);
comment on index app.file_variants_key is 'The sweep asks whose bytes lie under a key';
