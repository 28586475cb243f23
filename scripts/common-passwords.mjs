import { writeFileSync } from 'node:fs';
import { commonPasswordModule } from './common-password-words.mjs';

/** Writes the list of common passwords into the contract. */
const file = new URL('../packages/contract/src/common-password-words.generated.ts', import.meta.url);
writeFileSync(file, commonPasswordModule());
