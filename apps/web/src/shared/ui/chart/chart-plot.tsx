import { areaPath, linePath, type Point } from './chart-scale.ts';

interface ChartPlotProps {
  readonly description: string;
  /** In a 100 x 100 square; y grows downwards. */
  readonly places: readonly Point[];
  /** Whether the last point can still change, shown by a dashed line. */
  readonly lastIsOpen: boolean;
  readonly hasGrid?: boolean;
  readonly className: string;
}

/** A line with an area, stretched to its container. A single point is a dot. */
export function ChartPlot({ description, places, lastIsOpen, hasGrid = false, className }: ChartPlotProps) {
  const settled = lastIsOpen && places.length > 1 ? places.slice(0, -1) : places;
  const open = lastIsOpen && places.length > 1 ? places.slice(-2) : [];
  return (
    <svg
      role="img"
      aria-label={description}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={`overflow-visible ${className}`}
    >
      {hasGrid ? [0, 50, 100].map((y) => <GridLine key={y} y={y} />) : null}
      {places.length > 1 ? (
        <path d={areaPath(places)} className="fill-accent opacity-10 forced-colors:fill-[Highlight]" />
      ) : null}
      <ChartLine places={settled} />
      {open.length > 0 ? <ChartLine places={open} isDashed /> : null}
    </svg>
  );
}

function GridLine({ y }: { readonly y: number }) {
  return (
    <line
      x1="0"
      x2="100"
      y1={y}
      y2={y}
      className="stroke-line forced-colors:stroke-[GrayText]"
      vectorEffect="non-scaling-stroke"
    />
  );
}

function ChartLine({
  places,
  isDashed = false,
}: {
  readonly places: readonly Point[];
  readonly isDashed?: boolean;
}) {
  const isDot = places.length === 1;
  return (
    <path
      d={isDot ? `${linePath(places)}h0` : linePath(places)}
      fill="none"
      strokeWidth={isDot ? 7 : 1.5}
      strokeLinejoin="round"
      strokeLinecap={isDot ? 'round' : 'butt'}
      {...(isDashed && { strokeDasharray: '3 3' })}
      className="stroke-accent forced-colors:stroke-[Highlight]"
      vectorEffect="non-scaling-stroke"
    />
  );
}
