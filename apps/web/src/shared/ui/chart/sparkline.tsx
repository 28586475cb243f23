import { ChartPlot } from './chart-plot.tsx';
import { spread } from './chart-scale.ts';

interface SparklineProps {
  /** What the picture shows, in a sentence. The figures themselves stand in a table somewhere near. */
  readonly description: string;
  /** Oldest first, none below zero. */
  readonly values: readonly number[];
  /** Whether the last value has not ended yet. */
  readonly lastIsOpen?: boolean;
}

/** A small line over time without axes: which way a figure goes. */
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
