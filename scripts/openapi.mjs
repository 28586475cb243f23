import { writeFileSync } from 'node:fs';
import { ENDPOINTS } from '../packages/contract/src/endpoints.ts';
import { openApiDocument } from '../packages/contract/src/openapi-document.ts';
import { accessPage } from './access-table.mjs';

/** Writes openapi.json and docs/access.md from the contract. */
const document = openApiDocument('Halyard', ENDPOINTS);
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
writeFileSync(new URL('../docs/access.md', import.meta.url), accessPage());
