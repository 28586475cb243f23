import { writeFile } from 'node:fs/promises';
import { generateSchema } from './generate-schema.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { ensureTemplateDatabase, withDatabase } from './template-database.ts';

const { connection, stop } = await startScratchPostgres();
try {
  const template = await ensureTemplateDatabase(connection);
  const schema = await generateSchema(withDatabase(connection, template));
  await writeFile(new URL('../src/infra/db/schema.ts', import.meta.url), schema);
} finally {
  await stop();
}
