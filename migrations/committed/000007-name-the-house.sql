--! Previous: sha1:cdc53a1633ba84748f6c5b6174f554ead2f3d529
--! Hash: sha1:3dcb8f3f11eb27908c345cb5f0646f43c029384f
--! Message: name the house

-- What the worker calls has the worker's name: `jobs` was easily taken for scheduled jobs.
alter schema jobs rename to worker;
comment on schema worker is 'What the worker calls';
