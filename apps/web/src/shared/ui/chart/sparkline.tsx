import { ChartPlot } from './chart-plot.tsx';
import { spread } from './chart-scale.ts';

interface SparklineProps {
  /** One sentence for screen readers. A table nearby has the exact values. */
  readonly description: string;
  /** Oldest first, all at least 0. */
  readonly values: readonly number[];
  /** Whether the last period is still running. */
  readonly lastIsOpen?: boolean;
}

/** A small line chart without axes. */
export function Sparkline({ description, values, lastIsOpen = false }: SparklineProps) {
  const places = spread(values, Math.max(1, ...values));
  return (
    <div className="h-8 py-px">
      <ChartPlot
        description={description}
        places={places}
        lastIsOpen={lastIsOpen}
        className="block size-full"
      />
    </div>
  );
}
