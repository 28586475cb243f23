import type { Client } from 'pg';
import { timed } from '../measure/timed.ts';

/** The quickest of several statements for the same. @throws Error where there is none */
export async function quickest(client: Client, statements: readonly string[]): Promise<string> {
  const tried: { readonly text: string; readonly ms: number }[] = [];
  for (const text of statements) {
    await client.query(text);
    tried.push({ text, ms: await timed(async () => await client.query(text)) });
  }
  const [best] = tried.toSorted((one, other) => one.ms - other.ms);
  if (best === undefined) throw new Error('there is no statement to compare with');
  return best.text;
}
