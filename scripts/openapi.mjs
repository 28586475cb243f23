import { writeFileSync } from 'node:fs';
import { ENDPOINTS } from '../packages/contract/src/endpoints.ts';
import { openApiDocument } from '../packages/contract/src/openapi-document.ts';
import { accessPage } from './access-table.mjs';
import { clientTypes } from './client-types.mjs';

/** Writes openapi.json, docs/access.md and the types of the client from the contract. */
const document = openApiDocument('Halyard', ENDPOINTS);
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
writeFileSync(new URL('../docs/access.md', import.meta.url), accessPage());
writeFileSync(new URL('../packages/client/src/api.generated.d.ts', import.meta.url), clientTypes());
