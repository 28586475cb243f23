import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';

const SAMPLE_DATA = {
  name: 'Sample data',
  explanation: "These are sample records, not your platform's.",
};
const EMBEDDED_DATABASE = {
  name: 'Embedded database',
  explanation: 'The embedded database is for evaluation only. In production, use your own PostgreSQL.',
};

/** Marks an installation with sample data, the embedded database or both. */
export function EvaluationBadge() {
  const { sampleData, embeddedDatabase } = useRuntimeSettings();
  const marks = [...(sampleData ? [SAMPLE_DATA] : []), ...(embeddedDatabase ? [EMBEDDED_DATABASE] : [])];
  const [first, ...others] = marks;
  if (first === undefined) {
    return null;
  }
  const name = [first.name, ...others.map((mark) => mark.name.toLowerCase())].join(', ');
  const explanation = marks.map((mark) => mark.explanation).join(' ');
  return (
    <Tooltip content={explanation} side="bottom">
      {(trigger) => (
        <span
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focus opens the explanation
          tabIndex={0}
          className="shrink-0 whitespace-nowrap rounded-full border border-line bg-surface-sunken px-2 py-0.5 text-ink-quiet text-xs max-xl:absolute max-xl:top-full max-xl:left-0 max-xl:border-0 max-xl:bg-transparent max-xl:p-0 max-md:pointer-events-none"
          {...trigger}
        >
          <span>{name}</span>
          <span className="sr-only">{`. ${explanation}`}</span>
        </span>
      )}
    </Tooltip>
  );
}
