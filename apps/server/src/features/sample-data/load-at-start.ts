import type { SampleDataParts } from './sample-data-parts.ts';
import { ensureSampleData } from './sample-data-service.ts';

const NOTICE =
  'Sample data is loaded, as the header of the dashboard shows. For your own records, set SAMPLE_DATA=off and an empty DATA_DIR.';

/** Prints the progress of the first load, and at every start that there is sample data. */
export async function loadSampleDataAtStart(
  parts: Pick<SampleDataParts, 'database' | 'masterKeys' | 'sealedRows' | 'openFeed' | 'now'>,
): Promise<void> {
  await ensureSampleData({ ...parts, onProgress: printProgress });
  process.stdout.write(`${NOTICE}\n`);
}

function printProgress(share: number): void {
  process.stdout.write(`sample data: ${Math.round(share * 100)} % written\n`);
}
