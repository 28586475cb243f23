import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ExpectedState } from '../../infra/audit/verification/verify-audit-log.ts';
import { errorCode } from '../../infra/error-code.ts';

const seal = z.object({ size: z.int().min(1), root: z.string().regex(/^[\da-f]{64}$/) });

/** Reads the seals that a witness got, as one JSON object in each line. Returns a message if that is not possible. */
export async function readWitnessFile(path: string): Promise<readonly ExpectedState[] | string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return `cannot read ${path}${error instanceof Error ? ` (${errorCode(error) ?? error.message})` : ''}`;
  }
  const states: ExpectedState[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const state = parseSeal(line);
    if (state === undefined) return `line ${index + 1} of ${path} is not a seal in JSON`;
    states.push(state);
  }
  return states.length === 0 ? `${path} has no seals` : states;
}

function parseSeal(line: string): ExpectedState | undefined {
  try {
    return seal.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
