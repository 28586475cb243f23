import { ChartPlot } from './chart-plot.tsx';
import { spread } from './chart-scale.ts';

interface SparklineProps {
  readonly description: string;
  /** Oldest first, all at least 0. */
  readonly values: readonly number[];
  readonly lastIsOpen?: boolean;
}

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
