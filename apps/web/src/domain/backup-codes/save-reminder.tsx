/** Shown below new backup codes after an attempt to leave. Reserves its space before. */
export function SaveReminder({ shown }: { readonly shown: boolean }) {
  return (
    <output className="mt-3 block min-h-5 text-center text-ink-quiet text-sm">
      {shown ? 'Save the codes, then select Continue.' : null}
    </output>
  );
}
