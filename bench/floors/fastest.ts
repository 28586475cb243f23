import type { Client } from 'pg';
import { timed } from '../measure/timed.ts';

/** Returns the fastest of several equivalent statements. @throws Error if there are none */
export async function fastest(client: Client, statements: readonly string[]): Promise<string> {
  const tried: { readonly text: string; readonly ms: number }[] = [];
  for (const text of statements) {
    await client.query(text);
    tried.push({ text, ms: await timed(async () => await client.query(text)) });
  }
  const [best] = tried.toSorted((one, other) => one.ms - other.ms);
  if (best === undefined) throw new Error('there are no statements');
  return best.text;
}
