import type { SystemCheck } from '@halyard/contract/system';
import { sql } from 'kysely';
import type { Configuration } from '../../config/configuration.ts';
import { balanceSources } from '../../infra/balances/balance-sources.ts';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { check, type Fault, fact, timeFact } from './system-check.ts';
import { SYSTEM_THRESHOLDS } from './system-thresholds.ts';

interface SourceRow {
  readonly name: string;
  readonly succeeded_at: Date | null;
  readonly ageSeconds: number | null;
  /** In a row. */
  readonly failures: number;
  /** Of the last failure; names no address. */
  readonly error: string | null;
  readonly refused: readonly string[];
}

/** Checks each configured chain node and the price source. */
export async function readSourceChecks(
  reader: DatabaseReader,
  configuration: Pick<Configuration, 'chainUrls' | 'isEvaluation' | 'pricesUrl'>,
): Promise<readonly SystemCheck[]> {
  const { chain, prices } = balanceSources(configuration);
  const names = [...chain, ...(prices === 'source' ? ['prices'] : [])];
  const otherwise = configuration.isEvaluation ? 'None, recorded transactions are used' : 'None configured';
  const { rows } = await sql<SourceRow>`
    SELECT name, succeeded_at, extract(epoch FROM now() - succeeded_at)::float8 AS "ageSeconds",
      failures, error, refused
    FROM balance_sources WHERE name = ANY (${names}) ORDER BY array_position(${names}::text[], name)`.execute(
    reader,
  );
  return [
    ...(chain.length > 0 ? [] : [check('sources', 'Chain nodes', [fact('Nodes', otherwise)])]),
    ...rows.map(sourceCheck),
    ...(prices === 'source' ? [] : [check('sources', 'Prices', [fact('Source', otherwise)])]),
  ];
}

function sourceCheck(row: SourceRow): SystemCheck {
  const facts = [
    timeFact('Last answer', row.succeeded_at, 'None yet'),
    ...(row.failures === 0 ? [] : [fact('Failures in a row', row.failures)]),
    ...(row.error === null ? [] : [fact('Last failure', row.error)]),
    ...(row.refused.length === 0 ? [] : [fact('Prices not usable', row.refused.join(', '))]),
  ];
  return check('sources', row.name === 'prices' ? 'Prices' : `${row.name} node`, facts, sourceFault(row));
}

function sourceFault({ name, ageSeconds, failures, refused }: SourceRow): Fault | undefined {
  const isOld = ageSeconds === null ? failures > 0 : ageSeconds > SYSTEM_THRESHOLDS.sourceAgeSeconds;
  const advice =
    name === 'prices'
      ? 'Check the price source and PRICES_URL; docs/operating/balances-and-prices.md says what each failure means.'
      : `Check the ${name} node and its address in the configuration; docs/operating/balances-and-prices.md says what each failure means.`;
  if (isOld) return { state: 'failed', advice };
  return failures > 0 || refused.length > 0 ? { state: 'attention', advice } : undefined;
}
