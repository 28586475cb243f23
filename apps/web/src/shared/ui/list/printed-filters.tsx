interface PrintedFiltersProps {
  /** Values by the name of their filter; undefined without a value. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** Names the filters of a list on paper, where their fields are left out. */
export function PrintedFilters({ filters }: PrintedFiltersProps) {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return named.length === 0 ? null : (
    <p className="hidden print:block">Only {named.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
  );
}
