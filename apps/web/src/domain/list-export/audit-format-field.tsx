import type { AuditExportFormat } from '@halyard/contract/exports';

const FORMATS: readonly AuditExportFormat[] = ['csv', 'jsonl'];

export const FORMAT_NAMES: Readonly<Record<AuditExportFormat, string>> = { csv: 'CSV', jsonl: 'JSON Lines' };

const USES: Readonly<Record<AuditExportFormat, string>> = {
  csv: 'for spreadsheets',
  jsonl: 'with proofs, can be verified offline',
};

interface AuditFormatFieldProps {
  readonly format: AuditExportFormat;
  readonly onChange: (format: AuditExportFormat) => void;
}

export function AuditFormatField({ format, onChange }: AuditFormatFieldProps) {
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="sr-only">Format</legend>
      {FORMATS.map((each) => (
        <label
          key={each}
          className="flex items-baseline gap-2.5 text-base max-md:min-h-11 max-md:items-center"
        >
          <input
            type="radio"
            name="format"
            value={each}
            checked={each === format}
            onChange={() => onChange(each)}
            className="accent-accent"
          />
          <span>
            {FORMAT_NAMES[each]}
            <span className="text-ink-quiet">{`, ${USES[each]}`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
