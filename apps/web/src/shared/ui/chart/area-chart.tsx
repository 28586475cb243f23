import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { ChartPlot } from './chart-plot.tsx';
import { niceCeiling, type Point, spread } from './chart-scale.ts';

interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** For screen readers: `2026-03-03: $12.00`. */
  readonly text: string;
}

interface AreaChartProps {
  /** Such as `Revenue by day`. */
  readonly name: string;
  /** For screen readers. A table nearby has the exact values. */
  readonly description: string;
  readonly points: readonly ChartPoint[];
  /** Whether the last period is still running. */
  readonly lastIsOpen?: boolean;
  readonly formatTick: (value: number) => string;
  /** Time zone of the labels. */
  readonly zone: string;
  /** Gets undefined when the pointer or the focus leaves. */
  readonly onInspect: (index: number | undefined) => void;
  /** Gets a click on the inspected point. Touch only inspects. */
  readonly onOpen?: () => void;
}

export function AreaChart({
  name,
  description,
  points,
  lastIsOpen = false,
  formatTick,
  zone,
  onInspect,
  onOpen = () => undefined,
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

  return (
    <figure className="grid min-h-0 flex-1 grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(9rem,1fr)_auto] gap-x-3 gap-y-2 text-ink-quiet text-xs tabular-nums">
      <div
        aria-hidden="true"
        translate="no"
        className="flex flex-col justify-between text-right leading-none"
      >
        <span>{formatTick(ceiling)}</span>
        <span>{formatTick(ceiling / 2)}</span>
        <span>{formatTick(0)}</span>
      </div>
      <div className="relative">
        <ChartPlot
          description={description}
          places={places}
          lastIsOpen={lastIsOpen}
          hasGrid
          className="absolute inset-x-0 inset-y-1 h-[calc(100%-0.5rem)] w-full"
        />
        <Marker place={inspected === undefined ? undefined : places[inspected]} />
        <PointSlider name={name} points={points} inspected={inspected} onInspect={inspect} onOpen={onOpen} />
      </div>
      <span aria-hidden="true" translate="no" className="text-right">
        {zone}
      </span>
      <TimeAxis points={points} />
    </figure>
  );
}

interface PointSliderProps extends Pick<AreaChartProps, 'name' | 'points' | 'onInspect'> {
  readonly onOpen: () => void;
  readonly inspected: number | undefined;
}

/** Chooses a point by pointer or arrow keys, starting at the last one. */
function PointSlider({ name, points, inspected, onInspect, onOpen }: PointSliderProps) {
  const isTouched = useRef(false);
  const last = points.length - 1;
  const shown = inspected ?? last;
  const inspect = (index: number) => onInspect(Math.min(last, Math.max(0, index)));

  function inspectNearest(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    inspect(Math.round(((event.clientX - left) / Math.max(1, width)) * last));
  }

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: shown - 1,
      ArrowDown: shown - 1,
      ArrowRight: shown + 1,
      ArrowUp: shown + 1,
      Home: 0,
      End: last,
    };
    const index = targets[event.key];
    if (index !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      inspect(index);
    }
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={points[shown]?.text}
      className="absolute inset-0 touch-pan-y rounded-sm"
      onPointerMove={inspectNearest}
      onPointerDown={(event) => {
        isTouched.current = event.pointerType === 'touch';
        inspectNearest(event);
      }}
      onClick={() => isTouched.current || onOpen()}
      onPointerLeave={() => onInspect(undefined)}
      onKeyDown={moveByKey}
      onBlur={() => onInspect(undefined)}
    />
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

function TimeAxis({ points }: Pick<AreaChartProps, 'points'>) {
  const middle = points[Math.floor((points.length - 1) / 2)];
  return (
    <div
      aria-hidden="true"
      translate="no"
      className={`flex ${points.length > 1 ? 'justify-between' : 'justify-center'}`}
    >
      <span>{points[0]?.label}</span>
      {points.length > 2 ? <span>{middle?.label}</span> : null}
      {points.length > 1 ? <span>{points.at(-1)?.label}</span> : null}
    </div>
  );
}
