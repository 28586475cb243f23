import { useRuntimeSettings } from '../product/use-runtime-settings.ts';

/** Marks an installation with sample data, the embedded database or both. */
export function EvaluationBadge() {
  const { sampleData, embeddedDatabase } = useRuntimeSettings();
  const marks = [sampleData && 'Sample data', embeddedDatabase && 'Embedded database'].filter(Boolean);
  return marks.length === 0 ? null : (
    <span className="shrink-0 whitespace-nowrap rounded-full border border-line bg-surface-sunken px-2 py-0.5 text-ink-quiet text-xs max-xl:absolute max-xl:top-full max-xl:left-0 max-xl:border-0 max-xl:bg-transparent max-xl:p-0 max-md:pointer-events-none">
      {marks.join(' · ')}
    </span>
  );
}
