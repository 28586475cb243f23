import { type PointerEvent, useState } from 'react';
import { ChartPlot } from './chart-plot.tsx';
import { niceCeiling, type Point, spread } from './chart-scale.ts';

interface ChartPoint {
  readonly label: string;
  readonly value: number;
}

interface AreaChartProps {
  /** For screen readers. A table nearby has the exact values. */
  readonly description: string;
  readonly points: readonly ChartPoint[];
  /** Whether the last period is still running. */
  readonly lastIsOpen?: boolean;
  readonly formatTick: (value: number) => string;
  /** Gets undefined when the pointer leaves. */
  readonly onInspect: (index: number | undefined) => void;
}

export function AreaChart({
  description,
  points,
  lastIsOpen = false,
  formatTick,
  onInspect,
}: AreaChartProps) {
  const [inspected, setInspected] = useState<number>();
  const ceiling = niceCeiling(Math.max(...points.map((point) => point.value)));
  const places = spread(
    points.map((point) => point.value),
    ceiling,
  );

  function inspect(index: number | undefined) {
    setInspected(index);
    onInspect(index);
  }

  function inspectNearest(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / Math.max(1, width);
    inspect(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))));
  }

  return (
    <figure className="flex min-h-0 flex-1 flex-col gap-2 text-ink-quiet text-xs tabular-nums">
      <div className="flex min-h-36 flex-1 gap-3">
        <div aria-hidden="true" className="flex flex-col justify-between text-right leading-none">
          <span>{formatTick(ceiling)}</span>
          <span>{formatTick(ceiling / 2)}</span>
          <span>{formatTick(0)}</span>
        </div>
        <div
          className="relative min-w-0 flex-1 touch-pan-y"
          onPointerMove={inspectNearest}
          onPointerDown={inspectNearest}
          onPointerLeave={() => inspect(undefined)}
        >
          <ChartPlot
            description={description}
            places={places}
            lastIsOpen={lastIsOpen}
            hasGrid
            className="absolute inset-x-0 inset-y-1 h-[calc(100%-0.5rem)] w-full"
          />
          <Marker place={inspected === undefined ? undefined : places[inspected]} />
        </div>
      </div>
      <TimeAxis points={points} indent={formatTick(ceiling)} />
    </figure>
  );
}

function Marker({ place }: { readonly place: Point | undefined }) {
  return (
    place && (
      <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 inset-y-1">
        <span
          className="absolute inset-y-0 w-px bg-line-strong forced-colors:bg-[CanvasText]"
          style={{ left: `${place.x}%` }}
        />
        <span
          className="absolute -mt-1 -ml-1 size-2 rounded-full bg-accent ring-2 ring-surface-raised forced-colors:bg-[Highlight]"
          style={{ left: `${place.x}%`, top: `${place.y}%` }}
        />
      </div>
    )
  );
}

interface TimeAxisProps {
  readonly points: readonly ChartPoint[];
  /** Widest label of the value axis. */
  readonly indent: string;
}

function TimeAxis({ points, indent }: TimeAxisProps) {
  const middle = points[Math.floor((points.length - 1) / 2)];
  return (
    <div aria-hidden="true" className="flex gap-3">
      <span className="invisible">{indent}</span>
      <div className={`flex flex-1 ${points.length > 1 ? 'justify-between' : 'justify-center'}`}>
        <span>{points[0]?.label}</span>
        {points.length > 2 ? <span>{middle?.label}</span> : null}
        {points.length > 1 ? <span>{points.at(-1)?.label}</span> : null}
      </div>
    </div>
  );
}
